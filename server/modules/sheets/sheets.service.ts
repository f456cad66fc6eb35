import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { sampleSheetUrl } from '#server/config/sampleSheet.ts';
import { AppError, validationError } from '#server/lib/failures/errors.ts';
import { inTurns } from '#server/lib/flow/inTurns.ts';
import { readSheetAddress } from '#server/providers/spreadsheets/read/readSheetAddress.ts';
import type { SheetAddress } from '#server/providers/spreadsheets/SheetReader.ts';
import { readSharedSheet } from './readSharedSheet.ts';
import { faultError, problemError } from './sheetProblems.ts';
import { isBlankLead, toCustomLeads } from './toCustomLeads.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** @throws AppError 400 unless it is the address of a Google Sheet and, if it names a tab, names the tab by gid */
export const requireSheetAddress = ({ env }: Pick<AppContext, 'env'>, url: string): SheetAddress => {
  const address = readSheetAddress(url, env.GOOGLE_DOCS_URL);
  if (typeof address === 'object') return address;
  const message = address === 'named-tab' ? messages.sheets.namedTab : explainInvalid(env, url);
  throw validationError(message, { url: message });
};

const explainInvalid = (env: AppContext['env'], url: string): string => {
  const sample = sampleSheetUrl(env);
  const isRealSheet = readSheetAddress(url, 'https://docs.google.com') !== 'invalid';
  return sample !== null && isRealSheet ? messages.sheets.invalidInSandbox(sample) : messages.sheets.invalidUrl;
};

type SheetRequest = { url: string; signal: AbortSignal };

const emptyError = (): AppError => new AppError(422, 'SHEET_UNREADABLE', messages.sheets.empty);

const fetchRows = async (
  context: Pick<AppContext, 'env' | 'clock' | 'db' | 'sheetReader'>,
  workspaceId: WorkspaceId,
  { url, signal }: SheetRequest,
): Promise<string[][]> => {
  const address = requireSheetAddress(context, url);
  const reading = await readSharedSheet(context, workspaceId, address, { patience: 'interactive', signal }).catch(
    (error: unknown) => {
      throw faultError(error);
    },
  );
  if (reading.kind !== 'rows') throw problemError(reading.kind, context.sheetReader.serviceAccount);
  return reading.rows;
};

/**
 * The cells of a shared sheet, header included.
 * @throws AppError when the sheet cannot be read, 422 when it has no rows
 */
export const fetchSheetCells = async (
  context: Pick<AppContext, 'env' | 'clock' | 'db' | 'sheetReader'>,
  workspaceId: WorkspaceId,
  request: SheetRequest,
): Promise<string[][]> => {
  const rows = await fetchRows(context, workspaceId, request);
  if (rows.every((cells) => cells.every((cell) => cell.trim() === ''))) throw emptyError();
  return rows;
};

/**
 * The rows of a shared sheet as leads that are not stored yet.
 * @throws AppError when the sheet cannot be read, 422 when it has no rows
 */
export const fetchSheetLeads = async (
  context: Pick<AppContext, 'env' | 'clock' | 'db' | 'sheetReader'>,
  workspaceId: WorkspaceId,
  request: SheetRequest,
): Promise<CustomLeadValues[]> => {
  const rows = await fetchRows(context, workspaceId, request);
  const leads: CustomLeadValues[] = [];
  for await (const { values } of inTurns(toCustomLeads(rows))) if (!isBlankLead(values)) leads.push(values);
  if (leads.length === 0) throw emptyError();
  return leads;
};
