import { apiBase } from '#shared/contracts/endpoint.ts';
import { listLeads } from '#shared/contracts/leads.ts';

export type LeadQuery = { page: number; search?: string };

export const leadsPerPage = 50;

/** The path of a page of leads on the API. */
export const pathOf = ({ page, search }: LeadQuery): string => {
  const query = { page: String(page), limit: String(leadsPerPage), ...(search === undefined ? {} : { search }) };
  return `${apiBase}${listLeads.facebook.path}?${new URLSearchParams(query)}`;
};
