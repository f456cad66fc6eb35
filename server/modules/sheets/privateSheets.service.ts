import type { PrivateSheet } from '#shared/contracts/sheets.ts';
import { pageSizes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { AppError, notFound } from '#server/lib/failures/errors.ts';
import { publishNotification, storeNotification } from '#server/modules/notifications/announce.ts';
import { isDocumentId } from '#server/providers/spreadsheets/readSheetAddress.ts';
import { isInSync, stopRuns } from '#server/modules/sheetSyncs/documentSyncs.store.ts';
import { lockUser } from '#server/modules/users/users.store.ts';
import { findSheetClaim, listSheetClaims, moveSheetClaim, releaseSheetClaim } from './sheetOwners.store.ts';
import type { SheetClaim } from './sheetOwners.store.ts';
import { sheetCodes } from './sheetCodes.ts';
import { faultError, problemError } from './sheetProblems.ts';
import { requireSheetAddress } from './sheets.service.ts';

const urlOf = ({ env }: Pick<AppContext, 'env'>, documentId: string): string =>
  `${env.GOOGLE_DOCS_URL}/spreadsheets/d/${documentId}/edit`;

export const listSheets = async (context: Pick<AppContext, 'db' | 'env'>, userId: string): Promise<PrivateSheet[]> =>
  (await listSheetClaims(context.db, userId, pageSizes.maximum)).map(({ documentId, claimedAt }) => ({
    id: documentId,
    url: urlOf(context, documentId),
    claimedAt: claimedAt.toISOString(),
  }));

/**
 * Lets the next person have a sheet.
 * @throws AppError 404 for a sheet that is not read for this person, 409 while a synchronization would claim the sheet again
 */
export const releaseSheet = async (
  { db }: Pick<AppContext, 'db'>,
  userId: string,
  documentId: string,
): Promise<void> => {
  if (!isDocumentId(documentId)) throw notFound();
  if (await isInSync(db, userId, documentId)) throw new AppError(409, 'SHEET_IN_SYNC', messages.sheets.inSync);
  if (!(await releaseSheetClaim(db, userId, documentId))) throw notFound();
};

/** The claim of another person on a sheet; null when there is nothing to take over. */
const findForeignClaim = async (context: AppContext, userId: string, url: string): Promise<SheetClaim | null> => {
  const { documentId } = requireSheetAddress(context, url);
  const claim = await findSheetClaim(context.db, documentId);
  return claim?.userId === userId ? null : claim;
};

/** @throws AppError 404 when the sheet is not read for another person */
export const showCode = async (
  context: AppContext,
  userId: string,
  url: string,
): Promise<{ code: string; expiresAt: string }> => {
  const claim = await findForeignClaim(context, userId, url);
  if (!claim) throw notFound(messages.sheets.notHeld);
  const { newest, expiresAt } = sheetCodes(context.secrets, { userId, claim }, context.clock.now());
  return { code: newest, expiresAt: expiresAt.toISOString() };
};

const codeMissing = (isLarge: boolean): AppError =>
  new AppError(409, 'SHEET_CODE_MISSING', isLarge ? messages.sheets.codeMissingInLarge : messages.sheets.codeMissing);

/**
 * Moves a sheet to a person whose code is in it, and ends what the earlier holder reads of the sheet. Without an earlier holder
 * there is nothing to prove.
 * @throws AppError 409 when the code is not in the sheet, or one that says why the sheet cannot be read
 */
export const takeOver = async (
  context: AppContext,
  userId: string,
  { url, signal }: { url: string; signal: AbortSignal },
): Promise<void> => {
  const claim = await findForeignClaim(context, userId, url);
  if (!claim) return;
  const { valid } = sheetCodes(context.secrets, { userId, claim }, context.clock.now());
  const search = await context.sheetReader
    .searchPrivate(claim.documentId, valid, { patience: 'interactive', signal })
    .catch((error: unknown) => {
      throw faultError(error);
    });
  if (search.kind === 'missing' || search.kind === 'too-large') throw codeMissing(search.kind === 'too-large');
  if (search.kind !== 'found')
    throw problemError(search.kind === 'private' ? 'not-shared' : search.kind, context.sheetReader.serviceAccount);
  await moveSheet(context, claim, userId);
};

const moveSheet = async (context: AppContext, claim: SheetClaim, userId: string): Promise<void> => {
  const { userId: formerId, documentId } = claim;
  const now = context.clock.now();
  const stored = await context.db.transaction(async (tx) => {
    await lockUser(tx, formerId);
    // Another person was faster: their claim needs a new proof.
    if (!(await moveSheetClaim(tx, claim, { userId, claimedAt: now }))) throw codeMissing(false);
    await stopRuns(tx, formerId, documentId, { finishedAt: now, error: messages.sheets.claimed });
    const payload = { url: urlOf(context, documentId), message: messages.sheets.lost };
    return storeNotification(tx, formerId, 'sheet_taken_over', payload, now);
  });
  publishNotification(context, stored);
};
