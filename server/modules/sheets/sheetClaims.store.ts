import { eq } from '#server/database/drizzle.ts';
import type { Queryable } from '#server/database/Database.ts';
import { sheetClaims } from '#server/database/schema.ts';

/** For whom a private document is read; null while it is for nobody. */
export const findSheetHolder = async (db: Queryable, documentId: string): Promise<string | null> => {
  const [claim] = await db
    .select({ userId: sheetClaims.userId })
    .from(sheetClaims)
    .where(eq(sheetClaims.documentId, documentId));
  return claim?.userId ?? null;
};

/** Claims a document for a person unless somebody was faster. @returns whether it is theirs */
export const claimSheet = async (
  db: Queryable,
  { documentId, userId, claimedAt }: typeof sheetClaims.$inferSelect,
): Promise<boolean> => {
  await db.insert(sheetClaims).values({ documentId, userId, claimedAt }).onConflictDoNothing();
  return (await findSheetHolder(db, documentId)) === userId;
};
