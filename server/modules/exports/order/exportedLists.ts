import type { ExportedList } from '#shared/contracts/exports.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import { exportLimits } from '#shared/limits.ts';
import { byLeadPlatform } from '#shared/platforms.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import type { Database } from '#server/database/Database.ts';
import { listCustomLeadIds } from '#server/modules/customLeads/customLeadList.store.ts';
import { readLeadCount } from '#server/modules/leads/lists/leadCounts.store.ts';
import { listLeadIds } from '#server/modules/leads/lists/leadList.store.ts';
import { requireFits } from '#server/modules/exports/write/buildTable.ts';
import type { StreamedTable } from '#server/modules/exports/write/buildTable.ts';
import { cutPagesIntoChunks } from '#server/modules/exports/write/cutIntoChunks.ts';
import type { ExportColumn } from '#server/modules/exports/write/exportColumns.ts';
import { readCustomLeadRows, readLeadRows } from '#server/modules/exports/write/exportedRows.store.ts';
import { nothingToExport } from '#server/modules/exports/exportErrors.ts';
import type { ExportRow } from '#server/modules/exports/exports.store.ts';
import { requireCellFits } from '#server/modules/exports/write/flattenRow.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Every value of a lead is text, and stays as it came: ids, phone numbers, zeros in front. */
const textColumn = (key: string): ExportColumn => ({ key, title: key, kind: 'text' });

/** The columns that the exported rows of a list's screen have, see `flattenRow`. */
const leadColumns = ['leadId', 'full name', 'email', 'phone_number', 'formId', 'formName', 'created_time'].map(
  textColumn,
);

type WholeList = {
  columns: ExportColumn[];
  /** Of all rows, in the order of the screen, at one moment: what changes later neither shifts nor doubles a row. */
  listIds: (db: Database, workspaceId: WorkspaceId, search: string) => Promise<string[]>;
  /** The rows of these ids that there are, in the order of the ids: JSON texts of their cells in the order of the columns. */
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

/** Rows that are read at once: many, since the whole list may be looked through for them. */
const pageRows = 2_500;

/** @throws AppError 413 for a text that no cell can hold */
const requireCellsFit = (row: string): void => {
  // A row that is no longer than a cell may be has no cell that is.
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

export const isListEmpty = async (db: Database, workspaceId: WorkspaceId, list: ExportedList): Promise<boolean> =>
  (await readLeadCount(db, workspaceId, list)) === 0;

/**
 * Everything of a list, as far as the search finds it. Only the ids are held; the rows are read as the table is cut.
 * @throws AppError 400 when there is no row, 413 when Google Sheets cannot hold them
 */
export const openWholeList = async (
  db: Database,
  workspaceId: WorkspaceId,
  { list, search }: NonNullable<ExportRow['source']>,
): Promise<StreamedTable> => {
  const wholeList = wholeLists[list];
  const ids = await wholeList.listIds(db, workspaceId, search);
  if (ids.length === 0) throw nothingToExport();
  requireFits(wholeList.columns.length, ids.length);
  return { columns: wholeList.columns, chunks: () => cutPagesIntoChunks(readPages(db, workspaceId, wholeList, ids)) };
};
