import { and, eq, gt, isNotNull, isNull } from '#server/database/drizzle.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import type { Member } from '#server/lib/http/Caller.ts';
import { oauthStates } from '#server/database/schema.ts';

/** A pending consent. */
export type OAuthState = typeof oauthStates.$inferSelect;

/** The row and column that a sealed value of a consent is bound to. */
export const placeOfConsent = (
  column: 'code_verifier' | 'grant',
  { userId, stateHash }: Pick<OAuthState, 'userId' | 'stateHash'>,
): string => `oauth_states.${column}:${userId}:${stateHash}`;

export const insertState = async (db: Queryable, state: typeof oauthStates.$inferInsert): Promise<void> => {
  await db.insert(oauthStates).values(state);
};

/** Marks a state as used in one statement, so that only one of two simultaneous callbacks succeeds. */
export const spendState = async (
  db: Queryable,
  stateHash: string,
  platform: PlatformId,
  now: Date,
): Promise<OAuthState | null> => {
  const [state] = await db
    .update(oauthStates)
    .set({ usedAt: now })
    .where(
      and(
        eq(oauthStates.stateHash, stateHash),
        eq(oauthStates.platform, platform),
        isNull(oauthStates.usedAt),
        gt(oauthStates.expiresAt, now),
      ),
    )
    .returning();
  return state ?? null;
};

/** Stores the sealed grant until its owner is authenticated. */
export const keepGrant = async (db: Queryable, { stateHash, userId }: OAuthState, grant: string): Promise<void> => {
  await db
    .update(oauthStates)
    .set({ grant })
    .where(and(eq(oauthStates.stateHash, stateHash), eq(oauthStates.userId, userId)));
};

/**
 * Removes and returns the waiting grant for any caller, so that a request by the wrong person invalidates it. The
 * caller compares the owner.
 */
export const takeWaitingGrant = async (
  db: Queryable,
  stateHash: string,
  now: Date,
): Promise<(OAuthState & { grant: string }) | null> => {
  const [state] = await db
    .delete(oauthStates)
    .where(and(eq(oauthStates.stateHash, stateHash), isNotNull(oauthStates.grant), gt(oauthStates.expiresAt, now)))
    .returning();
  return state && state.grant !== null ? { ...state, grant: state.grant } : null;
};

/** False when it is already gone. */
export const deleteState = async (db: Queryable, { stateHash, userId }: OAuthState): Promise<boolean> => {
  const deleted = await db
    .delete(oauthStates)
    .where(and(eq(oauthStates.stateHash, stateHash), eq(oauthStates.userId, userId)))
    .returning({ stateHash: oauthStates.stateHash });
  return deleted.length > 0;
};

/** Deletes the consents that a person has started for a workspace. */
export const deleteConsentsOf = async (tx: Transaction, { workspaceId, userId }: Member): Promise<void> => {
  await tx.delete(oauthStates).where(and(eq(oauthStates.workspaceId, workspaceId), eq(oauthStates.userId, userId)));
};
