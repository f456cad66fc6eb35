import type { AppContext } from '#server/AppContext.ts';
import type { ReadOptions, SheetAddress, SheetReading } from '#server/providers/spreadsheets/SheetReader.ts';
import { becomeSheetOwner, findSheetOwner } from './sheetOwners.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Why the rows of a sheet cannot be had; `claimed`: it is private and belongs to another workspace. */
export type SheetProblem = Exclude<SheetReading['kind'], 'rows' | 'private'> | 'claimed';
export type SharedSheetReading = { kind: 'rows'; rows: string[][] } | { kind: SheetProblem };

/**
 * Reads a sheet for a workspace: by its public link, else as the service account. The service account sees every sheet
 * that anyone has shared with it and cannot tell whose it is. So a private sheet is read for one workspace only: the
 * first that could read it, or the one that has taken it over since.
 * @throws ProviderError for temporary failures and throttling
 */
export const readSharedSheet = async (
  { sheetReader, db, clock }: Pick<AppContext, 'sheetReader' | 'db' | 'clock'>,
  workspaceId: WorkspaceId,
  address: SheetAddress,
  options: ReadOptions,
): Promise<SharedSheetReading> => {
  const open = await sheetReader.readPublic(address, options);
  if (open.kind === 'rows') return open;
  if (open.kind !== 'private') return { kind: open.kind };
  const { documentId } = address;
  const owner = await findSheetOwner(db, documentId);
  if (owner && owner.workspaceId !== workspaceId) return { kind: 'claimed' };
  const reading = await sheetReader.readPrivate(address, options);
  if (reading.kind !== 'rows') return { kind: reading.kind === 'private' ? 'not-shared' : reading.kind };
  return (await becomeSheetOwner(db, { documentId, workspaceId, claimedAt: clock.now() }))
    ? reading
    : { kind: 'claimed' };
};
