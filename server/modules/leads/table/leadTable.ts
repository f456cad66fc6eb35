import type { ExportSource } from '#shared/contracts/exports.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import { exportLimits } from '#shared/limits.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { readSelection } from '#server/modules/leads/actions/bulk/readSelection.ts';
import { selectLeads } from '#server/modules/leads/actions/bulk/selectLeads.store.ts';
import { readLeadCount } from '#server/modules/leads/store/leadCounts.store.ts';
import { listLeadIds } from '#server/modules/leads/store/leadList.store.ts';
import { toPublicId } from '#server/modules/leads/work/leadKey.ts';
import { readCustomLeadRows, readLeadRows } from './listRows.store.ts';
import { readWorkedLeadRows, workedLeadTitles } from './workedLeadRows.store.ts';

type Context = Pick<AppContext, 'clock' | 'db'>;
type LeadTableSource = Exclude<ExportSource, { list: 'campaigns' }>;

/** All rows of a lead list as cells of text, in the order of the titles. */
export type LeadTable = {
  titles: readonly string[];
  /**
   * The ids of all rows in the order of the screen. They are read at one moment, so that later changes neither shift
   * nor repeat a row.
   */
  listIds: () => Promise<string[]>;
  /** Reads the existing rows of these ids, in the order of the ids, each as the JSON text of its cells. */
  readRows: (ids: readonly string[]) => Promise<string[]>;
};

const formLeadTitles = ['leadId', 'full name', 'email', 'phone_number', 'formId', 'formName', 'created_time'];

/** Opens the leads that match the search or filter of the source. @throws AppError 400 for an invalid filter */
export const openLeadTable = async (
  context: Context,
  workspaceId: WorkspaceId,
  source: LeadTableSource,
): Promise<LeadTable> => {
  const { db } = context;
  if (source.list === 'allLeads') {
    const selection = await readSelection(context, workspaceId, source);
    return {
      titles: workedLeadTitles,
      listIds: async () => (await selectLeads(db, workspaceId, selection, exportLimits.cells)).map(toPublicId),
      readRows: (ids) => readWorkedLeadRows(db, workspaceId, selection.step, ids),
    };
  }
  const { list, search = '' } = source;
  if (list === 'custom')
    return {
      titles: customLeadKeys,
      listIds: () => listLeadIds(db, workspaceId, list, search),
      readRows: (ids) => readCustomLeadRows(db, workspaceId, ids),
    };
  return {
    titles: formLeadTitles,
    listIds: () => listLeadIds(db, workspaceId, list, search),
    readRows: (ids) => readLeadRows(db, workspaceId, list, ids),
  };
};

/** @throws AppError 400 for an invalid filter */
export const hasLeads = async (
  context: Context,
  workspaceId: WorkspaceId,
  source: LeadTableSource,
): Promise<boolean> => {
  if (source.list !== 'allLeads') return (await readLeadCount(context.db, workspaceId, source.list)) > 0;
  const selection = await readSelection(context, workspaceId, source);
  return (await selectLeads(context.db, workspaceId, selection, 1)).length > 0;
};
