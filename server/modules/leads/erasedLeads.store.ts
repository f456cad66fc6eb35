import { and, eq, inArray, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { Transaction } from '#server/database/Database.ts';
import { erasedLeads } from '#server/database/schema.ts';
import { hashSecret } from '#server/lib/ids.ts';
import type { LeadList } from './leadCounts.store.ts';

/*
 * Leads that were erased here and may still be had where they came from. They are known by a hash alone, which two owners
 * of the same lead do not share.
 */

const hashOf = (userId: string, list: LeadList, id: string): string => hashSecret(`${userId}:${list}:${id}`);

/** The same hash, made by the database. */
export const erasedHash = (userId: SQLWrapper | string, list: LeadList, id: SQLWrapper): SQL =>
  sql`encode(sha256(convert_to(${userId} || ${`:${list}:`} || ${id}, 'UTF8')), 'hex')`;

const lockKey = (userId: string): SQL => sql`hashtextextended(${`erased leads ${userId}`}, 0)`;

/** Until the transaction ends nobody erases leads of this person: what was found not to be erased may be stored. */
export const holdErasures = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockKey(userId)})`);
};

/** Until the transaction ends nobody else stores or erases leads of the platforms for this person. */
export const eraseOneAtATime = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockKey(userId)})`);
};

/** Of these leads the ids of those that were erased. */
export const findErased = async (
  tx: Transaction,
  userId: string,
  list: LeadList,
  ids: readonly string[],
): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const idOf = new Map(ids.map((id) => [hashOf(userId, list, id), id]));
  const rows = await tx
    .select({ hash: erasedLeads.hash })
    .from(erasedLeads)
    .where(and(eq(erasedLeads.userId, userId), inArray(erasedLeads.hash, [...idOf.keys()])));
  return new Set(rows.flatMap(({ hash }) => idOf.get(hash) ?? []));
};
