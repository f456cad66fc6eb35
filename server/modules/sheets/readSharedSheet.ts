import type { AppContext } from '#server/AppContext.ts';
import type { ReadOptions, SheetAddress, SheetReading } from '#server/providers/spreadsheets/SheetReader.ts';
import { becomeSheetOwner, findSheetOwner } from './sheetOwners.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Why a sheet cannot be read; `claimed`: it is private and belongs to another workspace. */
export type SheetProblem = Exclude<SheetReading['kind'], 'rows' | 'private'> | 'claimed';
export type SharedSheetReading = { kind: 'rows'; rows: string[][] } | { kind: SheetProblem };

/**
 * Reads a sheet for a workspace: by its public link, else as the service account. The service account sees all sheets
 * that are shared with it, but not who shared them. So a private sheet is read for one workspace only: the first that
 * read it, or the last that took it over.
 * @throws ProviderError for temporary failures and throttling
 */
export const readSharedSheet = async (
  { sheetReader, db, clock }: Pick<AppContext, 'sheetReader' | 'db' | 'clock'>,
  workspaceId: WorkspaceId,
  address: SheetAddress,
  reading: Omit<ReadOptions, 'workspaceId'>,
): Promise<SharedSheetReading> => {
  const options = { ...reading, workspaceId };
  const open = await sheetReader.readPublic(address, options);
  if (open.kind === 'rows') return open;
  if (open.kind !== 'private') return { kind: open.kind };
  const { documentId } = address;
  const owner = await findSheetOwner(db, documentId);
  if (owner && owner.workspaceId !== workspaceId) return { kind: 'claimed' };
  const found = await sheetReader.readPrivate(address, options);
  if (found.kind !== 'rows') return { kind: found.kind === 'private' ? 'not-shared' : found.kind };
  return (await becomeSheetOwner(db, { documentId, workspaceId, claimedAt: clock.now() }))
    ? found
    : { kind: 'claimed' };
};
