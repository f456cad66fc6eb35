import type { PrivateSheet } from '#shared/contracts/sheets.ts';
import { pageSizes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { AppError, notFound } from '#server/lib/failures/errors.ts';
import type { SessionMember } from '#server/lib/http/Caller.ts';
import { publishNotification, storeNotification } from '#server/modules/notifications/announce.ts';
import { isDocumentId, sheetUrl } from '#server/providers/spreadsheets/read/readSheetAddress.ts';
import { isInSync, stopRuns } from './syncs/documentSyncs.store.ts';
import { requireAccess } from '#server/modules/users/signIn/watchAccess.ts';
import { lockMembers } from '#server/modules/users/workspaces/workspaces.store.ts';
import { findSheetOwner, listOwnedSheets, moveSheetOwner, deleteSheetOwner } from './sheetOwners.store.ts';
import type { SheetOwner } from './sheetOwners.store.ts';
import { sheetCodes } from './sheetCodes.ts';
import { faultError, problemError } from './sheetProblems.ts';
import { requireSheetAddress } from './sheets.service.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

const urlOf = ({ env }: Pick<AppContext, 'env'>, documentId: string): string =>
  sheetUrl({ documentId, isPublished: false, gid: null }, env.GOOGLE_DOCS_URL);

export const listSheets = async (
  context: Pick<AppContext, 'db' | 'env'>,
  workspaceId: WorkspaceId,
): Promise<PrivateSheet[]> =>
  (await listOwnedSheets(context.db, workspaceId, pageSizes.maximum)).map(({ documentId, claimedAt }) => ({
    id: documentId,
    url: urlOf(context, documentId),
    claimedAt: claimedAt.toISOString(),
  }));

/**
 * Releases a sheet, so that another workspace can own it.
 * @throws AppError 404 when the workspace does not own the sheet, 409 while a synchronization would claim it again
 */
export const releaseSheet = async (
  { db }: Pick<AppContext, 'db'>,
  workspaceId: WorkspaceId,
  documentId: string,
): Promise<void> => {
  if (!isDocumentId(documentId)) throw notFound();
  if (await isInSync(db, workspaceId, documentId)) throw new AppError(409, 'SHEET_IN_SYNC', messages.sheets.inSync);
  if (!(await deleteSheetOwner(db, workspaceId, documentId))) throw notFound();
};

/** The other workspace that owns a sheet; null when there is none to take it from. */
const findOtherOwner = async (
  context: Pick<AppContext, 'env' | 'db'>,
  workspaceId: WorkspaceId,
  url: string,
): Promise<SheetOwner | null> => {
  const { documentId } = requireSheetAddress(context, url);
  const owner = await findSheetOwner(context.db, documentId);
  return owner?.workspaceId === workspaceId ? null : owner;
};

/** @throws AppError 404 when no other workspace owns the sheet */
export const showCode = async (
  context: Pick<AppContext, 'env' | 'clock' | 'db' | 'secrets'>,
  workspaceId: WorkspaceId,
  url: string,
): Promise<{ code: string; expiresAt: string }> => {
  const owner = await findOtherOwner(context, workspaceId, url);
  if (!owner) throw notFound(messages.sheets.notHeld);
  const { newest, expiresAt } = sheetCodes(context.secrets, { workspaceId, owner }, context.clock.now());
  return { code: newest, expiresAt: expiresAt.toISOString() };
};

const codeMissing = (isLarge: boolean): AppError =>
  new AppError(409, 'SHEET_CODE_MISSING', isLarge ? messages.sheets.codeMissingInLarge : messages.sheets.codeMissing);

/**
 * Moves a sheet to the workspace whose code is in it, and ends the runs of the earlier owner. Without an earlier owner
 * there is nothing to prove.
 * @throws AppError 409 when the code is not in the sheet; another status when the sheet cannot be read
 */
export const takeOver = async (
  context: Pick<AppContext, 'env' | 'clock' | 'db' | 'publisher' | 'sheetReader' | 'secrets'>,
  caller: SessionMember,
  { url, signal }: { url: string; signal: AbortSignal },
): Promise<void> => {
  const { workspaceId } = caller;
  const owner = await findOtherOwner(context, workspaceId, url);
  if (!owner) return;
  const { valid } = sheetCodes(context.secrets, { workspaceId, owner }, context.clock.now());
  const search = await context.sheetReader
    .searchPrivate(owner.documentId, valid, { workspaceId, patience: 'interactive', signal })
    .catch((error: unknown) => {
      throw faultError(error);
    });
  if (search.kind === 'missing' || search.kind === 'too-large') throw codeMissing(search.kind === 'too-large');
  if (search.kind !== 'found')
    throw problemError(search.kind === 'private' ? 'not-shared' : search.kind, context.sheetReader.serviceAccount);
  await moveSheet(context, owner, caller);
};

const moveSheet = async (
  context: Pick<AppContext, 'env' | 'clock' | 'db' | 'publisher'>,
  owner: SheetOwner,
  caller: SessionMember,
): Promise<void> => {
  const { workspaceId } = caller;
  const { workspaceId: formerId, documentId } = owner;
  const now = context.clock.now();
  const stored = await context.db.transaction(async (tx) => {
    const members = await lockMembers(tx, formerId);
    await requireAccess(tx, caller, now, 'owner');
    // Another workspace was faster. A new code, computed from the new owner, is needed.
    if (!(await moveSheetOwner(tx, owner, { workspaceId, claimedAt: now }))) throw codeMissing(false);
    await stopRuns(tx, formerId, documentId, { finishedAt: now, error: messages.sheets.claimed });
    const payload = { url: urlOf(context, documentId), message: messages.sheets.lost };
    return storeNotification(tx, { workspaceId: formerId, members }, 'sheet_taken_over', payload, now);
  });
  publishNotification(context, stored);
};
