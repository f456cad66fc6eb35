import { and, desc, eq } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { sheetClaims } from '#server/database/schema.ts';

export type SheetClaim = typeof sheetClaims.$inferSelect;

const isHeldBy = ({ documentId, userId }: Pick<SheetClaim, 'documentId' | 'userId'>) =>
  and(eq(sheetClaims.documentId, documentId), eq(sheetClaims.userId, userId));

/** For whom a private document is read; null while it is for nobody. */
export const findSheetClaim = async (db: Queryable, documentId: string): Promise<SheetClaim | null> => {
  const [claim] = await db.select().from(sheetClaims).where(eq(sheetClaims.documentId, documentId));
  return claim ?? null;
};

/** A person's private documents, newest first. */
export const listSheetClaims = (db: Queryable, userId: string, limitRows: number): Promise<SheetClaim[]> =>
  db
    .select()
    .from(sheetClaims)
    .where(eq(sheetClaims.userId, userId))
    .orderBy(desc(sheetClaims.claimedAt), desc(sheetClaims.documentId))
    .limit(limitRows);

/** Claims a document for a person unless somebody was faster. @returns whether it is theirs */
export const claimSheet = async (db: Queryable, { documentId, userId, claimedAt }: SheetClaim): Promise<boolean> => {
  await db.insert(sheetClaims).values({ documentId, userId, claimedAt }).onConflictDoNothing();
  return (await findSheetClaim(db, documentId))?.userId === userId;
};

/** Gives a document to another person. False when the claim is no longer the one that the caller has seen. */
export const moveSheetClaim = async (
  tx: Transaction,
  seen: SheetClaim,
  to: Pick<SheetClaim, 'userId' | 'claimedAt'>,
): Promise<boolean> => {
  const moved = await tx
    .update(sheetClaims)
    .set(to)
    .where(and(isHeldBy(seen), eq(sheetClaims.claimedAt, seen.claimedAt)))
    .returning({ documentId: sheetClaims.documentId });
  return moved.length > 0;
};

/** False when the document is not read for this person. */
export const releaseSheetClaim = async (db: Queryable, userId: string, documentId: string): Promise<boolean> => {
  const released = await db
    .delete(sheetClaims)
    .where(isHeldBy({ documentId, userId }))
    .returning({ documentId: sheetClaims.documentId });
  return released.length > 0;
};
