import type { ExportedList } from '#shared/contracts/exports.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { Database } from '#server/database/Database.ts';
import { findCustomLeads, listCustomLeadIds } from '#server/modules/customLeads/customLeadList.store.ts';
import type { CustomLeadRow } from '#server/modules/customLeads/customLeadList.store.ts';
import { readLeadCount } from '#server/modules/leads/leadCounts.store.ts';
import { findLeads, listLeadIds } from '#server/modules/leads/leadList.store.ts';
import { presentLead } from '#server/modules/leads/leads.present.ts';
import { requireFits, streamTable } from './buildTable.ts';
import type { StreamedTable } from './buildTable.ts';
import type { ExportColumn } from './exportColumns.ts';
import { nothingToExport } from './exportErrors.ts';
import type { ExportRow } from './exports.store.ts';
import type { PostedRow } from './readPostedRows.ts';

/** Every value of a lead is text, and stays as it came: ids, phone numbers, zeros in front. */
const textColumn = (key: string): ExportColumn => ({ key, title: key, kind: 'text' });

/** The columns that the exported rows of a list's screen have, see `flattenRow`. */
const leadColumns = ['leadId', 'full name', 'email', 'phone_number', 'formId', 'formName', 'created_time'].map(
  textColumn,
);

type WholeList = {
  columns: ExportColumn[];
  /** Of all rows, in the order of the screen, at one moment: what changes later neither shifts nor doubles a row. */
  listIds: (db: Database, userId: string, search: string) => Promise<string[]>;
  findRows: (db: Database, userId: string, ids: readonly string[]) => Promise<readonly PostedRow[]>;
};

const formLeads = (platform: Exclude<ExportedList, 'custom'>): WholeList => ({
  columns: leadColumns,
  listIds: (db, userId, search) => listLeadIds(db, userId, platform, search),
  findRows: async (db, userId, ids) => (await findLeads(db, userId, platform, ids)).map(presentLead),
});

const wholeLists: Record<ExportedList, WholeList> = {
  facebook: formLeads('facebook'),
  tiktok: formLeads('tiktok'),
  custom: {
    columns: customLeadKeys.map(textColumn),
    listIds: listCustomLeadIds,
    findRows: (db, userId, ids): Promise<CustomLeadRow[]> => findCustomLeads(db, userId, ids),
  },
};

/** Rows that are read at once. */
const pageRows = 500;

async function* readPages(
  db: Database,
  userId: string,
  list: WholeList,
  ids: readonly string[],
): AsyncGenerator<readonly PostedRow[]> {
  for (let start = 0; start < ids.length; start += pageRows)
    yield await list.findRows(db, userId, ids.slice(start, start + pageRows));
}

export const isListEmpty = async (db: Database, userId: string, list: ExportedList): Promise<boolean> =>
  (await readLeadCount(db, userId, list)) === 0;

/**
 * Everything of a list, as far as the search finds it. Only the ids are held; the rows are read as the table is cut.
 * @throws AppError 400 when there is no row, 413 when Google Sheets cannot hold them
 */
export const openWholeList = async (
  db: Database,
  userId: string,
  { list, search }: NonNullable<ExportRow['source']>,
): Promise<StreamedTable> => {
  const wholeList = wholeLists[list];
  const ids = await wholeList.listIds(db, userId, search);
  if (ids.length === 0) throw nothingToExport();
  requireFits(wholeList.columns.length, ids.length);
  return streamTable(wholeList.columns, readPages(db, userId, wholeList, ids));
};
