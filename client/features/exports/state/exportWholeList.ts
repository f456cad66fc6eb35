import type { LeadList } from '#shared/leadLists.ts';
import { call } from '#client/lib/api/apiClient.ts';
import type { ListPage } from '#client/lib/api/readPage.ts';
import type { CampaignTableQuery } from '#shared/contracts/campaigns.ts';
import { exportList } from '#shared/contracts/exports.ts';
import { launchExport } from './launchExport.ts';

/** All rows of a list that match a search. */
export type WholeList = {
  list: LeadList;
  search: string;
  count: number;
  isEstimated: boolean;
};

/** The whole list behind a page. Null if the page shows every row. */
export const wholeListOf = (list: LeadList, search: string, page: ListPage<unknown> | undefined): WholeList | null => {
  if (page === undefined) return null;
  const count = page.totalItems ?? 0;
  const isEstimated = page.isTotalEstimated;
  return isEstimated || count > page.rows.length ? { list, search, count, isEstimated } : null;
};

/** Exports the whole list to a Google Sheet, beyond the loaded rows. */
export const exportWholeList = ({ list, search }: WholeList): void =>
  launchExport({
    source: 'list',
    send: () => call(exportList, { body: search === '' ? { list } : { list, search } }),
  });

/** Exports all campaigns, ad sets or ads that match the filters to a Google Sheet. */
export const exportCampaigns = (query: CampaignTableQuery): void =>
  launchExport({ source: 'list', send: () => call(exportList, { body: { list: 'campaigns', query } }) });
