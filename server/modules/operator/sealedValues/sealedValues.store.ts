import { and, eq, gt, like, or, sql, unionAll } from '#server/database/drizzle.ts';
import type { SQL, PgColumn } from '#server/database/drizzle.ts';
import type { Queryable } from '#server/database/Database.ts';
import { connections, leadPages, oauthStates } from '#server/database/schema.ts';
import { sealedPrefix } from '#server/lib/crypto/aesSecretBox.ts';
import { placeOfConsent } from '#server/modules/connections/consent/oauthStates.store.ts';
import { placeOfToken } from '#server/modules/connections/access/tokens.ts';
import { placeOfPageToken } from '#server/modules/leads/collect/reconcile/leadReading.ts';
import { sealedPayloads } from './sealedPayloads.ts';

/** A stored value and the row and column it is bound to. */
export type SealedValue = {
  sealed: string;
  place: string;
  /** False, without a write, when the value was changed or deleted meanwhile. */
  replace: (sealed: string) => Promise<boolean>;
};

type Batch = { keyIds: readonly string[]; limitRows: number; skipRows: number };
type ListSealed = (db: Queryable, batch: Batch) => Promise<SealedValue[]>;

const isUnder = (column: PgColumn, keyIds: readonly string[]): SQL | undefined =>
  or(...keyIds.map((id) => like(column, `${sealedPrefix(id)}%`)));

/*
 * Replaces a value only if it is unchanged since the read. The connection's version stays the same, so that a
 * simultaneous token refresh can be stored: the platform may have revoked the old tokens.
 */

const listTokens =
  (column: 'accessToken' | 'refreshToken', place: Parameters<typeof placeOfToken>[0]): ListSealed =>
  async (db, { keyIds, limitRows, skipRows }) => {
    const { workspaceId, platform, [column]: value } = connections;
    const rows = await db
      .select({ workspaceId, platform, sealed: sql<string>`${value}` })
      .from(connections)
      .where(isUnder(value, keyIds))
      .orderBy(workspaceId, platform)
      .limit(limitRows)
      .offset(skipRows);
    return rows.map((row) => ({
      sealed: row.sealed,
      place: placeOfToken(place, row),
      replace: async (sealed) => {
        const replaced = await db
          .update(connections)
          .set({ [column]: sealed })
          .where(and(eq(workspaceId, row.workspaceId), eq(platform, row.platform), eq(value, row.sealed)))
          .returning({ workspaceId });
        return replaced.length > 0;
      },
    }));
  };

const listPageTokens: ListSealed = async (db, { keyIds, limitRows, skipRows }) => {
  const { workspaceId, platform, pageId, accessToken } = leadPages;
  const rows = await db
    .select({ workspaceId, platform, pageId, sealed: sql<string>`${accessToken}` })
    .from(leadPages)
    .where(isUnder(accessToken, keyIds))
    .orderBy(workspaceId, platform, pageId)
    .limit(limitRows)
    .offset(skipRows);
  return rows.map((row) => ({
    sealed: row.sealed,
    place: placeOfPageToken(row, row.pageId),
    replace: async (sealed) => {
      const replaced = await db
        .update(leadPages)
        .set({ accessToken: sealed })
        .where(
          and(
            eq(workspaceId, row.workspaceId),
            eq(platform, row.platform),
            eq(pageId, row.pageId),
            eq(accessToken, row.sealed),
          ),
        )
        .returning({ pageId });
      return replaced.length > 0;
    },
  }));
};

const listConsents =
  (column: 'codeVerifier' | 'grant', place: Parameters<typeof placeOfConsent>[0]): ListSealed =>
  async (db, { keyIds, limitRows, skipRows }) => {
    const { userId, stateHash, [column]: value } = oauthStates;
    const rows = await db
      .select({ userId, stateHash, sealed: sql<string>`${value}` })
      .from(oauthStates)
      .where(isUnder(value, keyIds))
      .orderBy(stateHash)
      .limit(limitRows)
      .offset(skipRows);
    return rows.map((row) => ({
      sealed: row.sealed,
      place: placeOfConsent(place, row),
      replace: async (sealed) => {
        const replaced = await db
          .update(oauthStates)
          .set({ [column]: sealed })
          .where(and(eq(stateHash, row.stateHash), eq(userId, row.userId), eq(value, row.sealed)))
          .returning({ stateHash });
        return replaced.length > 0;
      },
    }));
  };

/** All sealed columns with long-lived values, one entry per column. */
export const sealedColumns: readonly ListSealed[] = [
  listTokens('accessToken', 'access_token'),
  listTokens('refreshToken', 'refresh_token'),
  listPageTokens,
  listConsents('codeVerifier', 'code_verifier'),
  listConsents('grant', 'grant'),
];

type KeyCount = { keyId: string; count: number };

/** Values of unfinished jobs. Dead-lettered jobs are never decrypted again. */
const countInJobs = async (db: Queryable): Promise<KeyCount[]> => {
  // The queue creates its tables itself, after the first check of sealed values.
  const { rows: queue } = await db.execute<{ found: boolean }>(
    sql`select to_regclass('jobs.job') is not null as found`,
  );
  if (!queue[0]?.found) return [];
  const values = sql.join(
    sealedPayloads.map(
      ({ job, field }) =>
        sql`select data->>${field} as value from jobs.job where name = ${job} and state < 'completed'`,
    ),
    sql` union all `,
  );
  const { rows } = await db.execute<KeyCount>(
    sql`select split_part(value, '.', 2) as "keyId", count(*)::int as count
        from (${values}) as sealed where value is not null group by 1`,
  );
  return rows;
};

/** Number of stored values per key id. Expired consents do not count. */
export const countSealedByKey = async (db: Queryable): Promise<Map<string, number>> => {
  const isLiving = gt(oauthStates.expiresAt, sql`now()`);
  const values = unionAll(
    db.select({ value: sql<string | null>`${connections.accessToken}`.as('value') }).from(connections),
    db.select({ value: sql<string | null>`${connections.refreshToken}`.as('value') }).from(connections),
    db.select({ value: sql<string | null>`${leadPages.accessToken}`.as('value') }).from(leadPages),
    db
      .select({ value: sql<string | null>`${oauthStates.codeVerifier}`.as('value') })
      .from(oauthStates)
      .where(isLiving),
    db
      .select({ value: sql<string | null>`${oauthStates.grant}`.as('value') })
      .from(oauthStates)
      .where(isLiving),
  ).as('sealed');
  const keyId = sql<string>`split_part(${values.value}, '.', 2)`;
  const rows = await db
    .select({ keyId, count: sql<number>`count(*)::int` })
    .from(values)
    .where(sql`${values.value} is not null`)
    .groupBy(keyId);
  const counts = new Map<string, number>();
  for (const { keyId: id, count } of [...rows, ...(await countInJobs(db))])
    counts.set(id, (counts.get(id) ?? 0) + count);
  return counts;
};
