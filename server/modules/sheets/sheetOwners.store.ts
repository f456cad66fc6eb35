import { and, desc, eq } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { sheetOwners } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

export type SheetOwner = typeof sheetOwners.$inferSelect;

const isOwnedBy = ({ documentId, workspaceId }: Pick<SheetOwner, 'documentId' | 'workspaceId'>) =>
  and(eq(sheetOwners.documentId, documentId), eq(sheetOwners.workspaceId, workspaceId));

/** The owner of a private document, or null. */
export const findSheetOwner = async (db: Queryable, documentId: string): Promise<SheetOwner | null> => {
  const [owner] = await db.select().from(sheetOwners).where(eq(sheetOwners.documentId, documentId));
  return owner ?? null;
};

/** The private documents of a workspace, newest first. */
export const listOwnedSheets = (db: Queryable, workspaceId: WorkspaceId, limitRows: number): Promise<SheetOwner[]> =>
  db
    .select()
    .from(sheetOwners)
    .where(eq(sheetOwners.workspaceId, workspaceId))
    .orderBy(desc(sheetOwners.claimedAt), desc(sheetOwners.documentId))
    .limit(limitRows);

/** Makes a workspace the owner unless the document has one. @returns whether the workspace is the owner now */
export const becomeSheetOwner = async (
  db: Queryable,
  { documentId, workspaceId, claimedAt }: SheetOwner,
): Promise<boolean> => {
  await db.insert(sheetOwners).values({ documentId, workspaceId, claimedAt }).onConflictDoNothing();
  return (await findSheetOwner(db, documentId))?.workspaceId === workspaceId;
};

/** Changes the owner of a document. False when the owner changed since the caller read it. */
export const moveSheetOwner = async (
  tx: Transaction,
  seen: SheetOwner,
  to: Pick<SheetOwner, 'workspaceId' | 'claimedAt'>,
): Promise<boolean> => {
  const moved = await tx
    .update(sheetOwners)
    .set(to)
    .where(and(isOwnedBy(seen), eq(sheetOwners.claimedAt, seen.claimedAt)))
    .returning({ documentId: sheetOwners.documentId });
  return moved.length > 0;
};

/** False when the workspace does not own the document. */
export const deleteSheetOwner = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  documentId: string,
): Promise<boolean> => {
  const released = await db
    .delete(sheetOwners)
    .where(isOwnedBy({ documentId, workspaceId }))
    .returning({ documentId: sheetOwners.documentId });
  return released.length > 0;
};
