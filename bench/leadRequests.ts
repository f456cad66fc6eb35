import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { drizzle } from '#server/database/drizzle.ts';
import { Pool } from 'pg';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { listLeads } from '#shared/contracts/leads.ts';
import * as schema from '#server/database/schema.ts';
import { listStoredLeads } from '#server/modules/leads/lists/leadList.store.ts';
import type { LeadRequest, Statement } from './bare/leadPages.ts';

export type LeadQuery = { page: number; search?: string };

export const leadsPerPage = 50;

/** The path of a page of leads on the API. */
export const pathOf = ({ page, search }: LeadQuery): string => {
  const query = { page: String(page), limit: String(leadsPerPage), ...(search === undefined ? {} : { search }) };
  return `${apiBase}${listLeads.facebook.path}?${new URLSearchParams(query)}`;
};

/** The statements that the product runs for pages of a workspace's leads, by path. */
export const listStatements = async (
  databaseUrl: string,
  workspaceId: WorkspaceId,
  queries: readonly LeadQuery[],
): Promise<Record<string, LeadRequest>> => {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  let statements: Statement[] = [];
  const logger = { logQuery: (text: string, values: unknown[]) => void statements.push({ text, values }) };
  const db = drizzle(pool, { schema, logger });
  const requests: Record<string, LeadRequest> = {};
  try {
    for (const query of queries) {
      statements = [];
      const request = { page: query.page, limit: leadsPerPage };
      await listStoredLeads(db, workspaceId, 'facebook', request, query.search);
      requests[pathOf(query)] = { statements, ...request };
    }
  } finally {
    await pool.end();
  }
  return requests;
};
