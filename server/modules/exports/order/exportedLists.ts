import type { CampaignTableQuery } from '#shared/contracts/campaigns.ts';
import type { ExportedList, ExportSource } from '#shared/contracts/exports.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import { exportLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { byLeadPlatform } from '#shared/platforms.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import type { Database } from '#server/database/Database.ts';
import type { CampaignContext } from '#server/modules/ads/list/campaignAccounts.ts';
import { hasCampaigns, readCampaignTable } from '#server/modules/ads/table/campaignTable.ts';
import { listCustomLeadIds } from '#server/modules/leads/imported/customLeadList.store.ts';
import { readSelection } from '#server/modules/leads/actions/bulk/readSelection.ts';
import { selectLeads } from '#server/modules/leads/actions/bulk/selectLeads.store.ts';
import { toPublicId } from '#server/modules/leads/work/leadKey.ts';
import { readLeadCount } from '#server/modules/leads/store/leadCounts.store.ts';
import { listLeadIds } from '#server/modules/leads/store/leadList.store.ts';
import { requireFits } from '#server/modules/exports/write/buildTable.ts';
import type { StreamedTable } from '#server/modules/exports/write/buildTable.ts';
import { cutPagesIntoChunks } from '#server/modules/exports/write/cutIntoChunks.ts';
import type { ExportColumn } from '#server/modules/exports/write/exportColumns.ts';
import { readCustomLeadRows, readLeadRows } from '#server/modules/exports/write/exportedRows.store.ts';
import { readWorkedLeadRows, workedLeadTitles } from '#server/modules/exports/write/workedLeadRows.store.ts';
import { nothingToExport } from '#server/modules/exports/exportErrors.ts';
import { requireCellFits } from '#server/modules/exports/write/flattenRow.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Every value of a lead is text and stays unchanged: ids, phone numbers, leading zeros. */
const textColumn = (key: string): ExportColumn => ({ key, title: key, kind: 'text' });

/** The columns of the exported rows of a list's screen, see `flattenRow`. */
const leadColumns = ['leadId', 'full name', 'email', 'phone_number', 'formId', 'formName', 'created_time'].map(
  textColumn,
);

type WholeList = {
  columns: ExportColumn[];
  /**
   * The ids of all rows in the order of the screen, as of one moment, so that later changes neither shift nor repeat a
   * row.
   */
  listIds: (db: Database, workspaceId: WorkspaceId, search: string) => Promise<string[]>;
  /** The existing rows of these ids, in their order: JSON texts of the cells in the order of the columns. */
  readRows: (db: Database, workspaceId: WorkspaceId, ids: readonly string[]) => Promise<string[]>;
};

const formLeads = (platform: LeadPlatformId): WholeList => ({
  columns: leadColumns,
  listIds: (db, workspaceId, search) => listLeadIds(db, workspaceId, platform, search),
  readRows: (db, workspaceId, ids) => readLeadRows(db, workspaceId, platform, ids),
});

const wholeLists: Record<ExportedList, WholeList> = {
  ...byLeadPlatform(formLeads),
  custom: {
    columns: customLeadKeys.map(textColumn),
    listIds: listCustomLeadIds,
    readRows: readCustomLeadRows,
  },
};

/** Rows per query: many, because a query may read the whole list to find them. */
const pageRows = 2_500;

/** @throws AppError 413 for a text that does not fit into a cell */
const requireCellsFit = (row: string): void => {
  // If the whole row fits into a cell, each of its values does.
  if (row.length <= exportLimits.cellCharacters) return;
  const cells: unknown = JSON.parse(row);
  if (Array.isArray(cells)) for (const cell of cells) if (typeof cell === 'string') requireCellFits(cell);
};

async function* readPages(
  db: Database,
  workspaceId: WorkspaceId,
  list: WholeList,
  ids: readonly string[],
): AsyncGenerator<string[]> {
  for (let start = 0; start < ids.length; start += pageRows) {
    const rows = await list.readRows(db, workspaceId, ids.slice(start, start + pageRows));
    rows.forEach(requireCellsFit);
    yield rows;
  }
}

/** @throws AppError 400 for an unknown filter */
export const isListEmpty = async (
  context: CampaignContext,
  workspaceId: WorkspaceId,
  source: ExportSource,
): Promise<boolean> => {
  if (source.list === 'campaigns') return !(await hasCampaigns(context, workspaceId, source.query));
  if (source.list === 'allLeads') {
    const selection = await readSelection(context, workspaceId, source);
    return (await selectLeads(context.db, workspaceId, selection, 1)).length === 0;
  }
  return (await readLeadCount(context.db, workspaceId, source.list)) === 0;
};

/** Rows of all sources with the work on them, as of when the export begins. */
const openAllLeads = async (
  context: CampaignContext,
  workspaceId: WorkspaceId,
  source: Extract<ExportSource, { list: 'allLeads' }>,
): Promise<WholeList> => {
  const selection = await readSelection(context, workspaceId, source);
  return {
    columns: workedLeadTitles.map(textColumn),
    listIds: async (db) => (await selectLeads(db, workspaceId, selection, exportLimits.cells)).map(toPublicId),
    readRows: (db, _workspaceId, ids) => readWorkedLeadRows(db, workspaceId, selection.step, ids),
  };
};

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
 * All rows of a list that its search or filter finds. Of a lead list, only the ids are held in memory; the rows are read
 * while the table is cut.
 * @throws AppError 400 when there is no row, 413 when Google Sheets cannot hold them
 */
export const openWholeList = async (
  context: CampaignContext,
  workspaceId: WorkspaceId,
  source: ExportSource,
): Promise<WholeTable> => {
  if (source.list === 'campaigns') return openCampaigns(context, workspaceId, source.query);
  const { db } = context;
  const wholeList =
    source.list === 'allLeads' ? await openAllLeads(context, workspaceId, source) : wholeLists[source.list];
  const ids = await wholeList.listIds(db, workspaceId, source.list === 'allLeads' ? '' : (source.search ?? ''));
  if (ids.length === 0) throw nothingToExport();
  requireFits(wholeList.columns.length, ids.length);
  return {
    columns: wholeList.columns,
    chunks: () => cutPagesIntoChunks(readPages(db, workspaceId, wholeList, ids)),
    note: null,
  };
};
