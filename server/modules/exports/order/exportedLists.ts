import type { CampaignTableQuery } from '#shared/contracts/campaigns.ts';
import type { ExportSource } from '#shared/contracts/exports.ts';
import { exportLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { CampaignContext } from '#server/modules/ads/list/campaignAccounts.ts';
import { hasCampaigns, readCampaignTable } from '#server/modules/ads/table/campaignTable.ts';
import { hasLeads, openLeadTable } from '#server/modules/leads/table/leadTable.ts';
import type { LeadTable } from '#server/modules/leads/table/leadTable.ts';
import { requireFits } from '#server/modules/exports/write/buildTable.ts';
import type { StreamedTable } from '#server/modules/exports/write/buildTable.ts';
import { cutPagesIntoChunks } from '#server/modules/exports/write/cutIntoChunks.ts';
import type { ExportColumn } from '#server/modules/exports/write/exportColumns.ts';
import { nothingToExport } from '#server/modules/exports/exportErrors.ts';
import { requireCellFits } from '#server/modules/exports/write/flattenRow.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Lead values are text and stay unchanged, such as ids, phone numbers and leading zeros. */
const textColumn = (key: string): ExportColumn => ({ key, title: key, kind: 'text' });

/** Rows per query. The number is large, because a query may scan the whole list to find them. */
const pageRows = 2_500;

/** @throws AppError 413 for a text that does not fit into a cell */
const requireCellsFit = (row: string): void => {
  // If the whole row fits into a cell, each of its values does.
  if (row.length <= exportLimits.cellCharacters) return;
  const cells: unknown = JSON.parse(row);
  if (Array.isArray(cells)) for (const cell of cells) if (typeof cell === 'string') requireCellFits(cell);
};

async function* readPages(table: LeadTable, ids: readonly string[]): AsyncGenerator<string[]> {
  for (let start = 0; start < ids.length; start += pageRows) {
    const rows = await table.readRows(ids.slice(start, start + pageRows));
    rows.forEach(requireCellsFit);
    yield rows;
  }
}

/** @throws AppError 400 for an unknown filter */
export const isListEmpty = async (
  context: CampaignContext,
  workspaceId: WorkspaceId,
  source: ExportSource,
): Promise<boolean> =>
  source.list === 'campaigns'
    ? !(await hasCampaigns(context, workspaceId, source.query))
    : !(await hasLeads(context, workspaceId, source));

const openCampaigns = async (
  context: CampaignContext,
  workspaceId: WorkspaceId,
  query: CampaignTableQuery,
): Promise<WholeTable> => {
  const { columns, rows, failingAccounts } = await readCampaignTable(context, workspaceId, query);
  if (rows.length === 0) throw nothingToExport();
  async function* pages(): AsyncGenerator<string[]> {
    yield rows.map((cells) => JSON.stringify(cells));
  }
  return {
    columns: columns.map(({ title, kind }) => ({ key: title, title, kind })),
    chunks: () => cutPagesIntoChunks(pages()),
    note: failingAccounts > 0 ? messages.exports.accountsUnread(failingAccounts) : null,
  };
};

/** `note` is a remark about the rows. */
type WholeTable = StreamedTable & { note: string | null };

/**
 * All rows of a list that match its search or filter. For a lead list, memory holds only the ids; rows are read while
 * the table is split into chunks.
 * @throws AppError 400 when there is no row, 413 when Google Sheets cannot hold them
 */
export const openWholeList = async (
  context: CampaignContext,
  workspaceId: WorkspaceId,
  source: ExportSource,
): Promise<WholeTable> => {
  if (source.list === 'campaigns') return openCampaigns(context, workspaceId, source.query);
  const leads = await openLeadTable(context, workspaceId, source);
  const ids = await leads.listIds();
  if (ids.length === 0) throw nothingToExport();
  requireFits(leads.titles.length, ids.length);
  return {
    columns: leads.titles.map(textColumn),
    chunks: () => cutPagesIntoChunks(readPages(leads, ids)),
    note: null,
  };
};
