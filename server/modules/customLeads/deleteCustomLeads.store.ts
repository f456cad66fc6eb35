import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Transaction } from '#server/database/Database.ts';
import { erasedHash } from '#server/modules/leads/erasedLeads.store.ts';
import { addToLeadCount } from '#server/modules/leads/leadCounts.store.ts';
import { lockCustomLeads } from './customLeads.store.ts';

/**
 * Deletes imported leads: `ids` is a query for the `id` of those. The list's number goes down with them, and a sheet in sync
 * that still has them does not bring them back.
 */
export const deleteCustomLeads = async (tx: Transaction, userId: string, ids: SQL, now: Date): Promise<number> => {
  await lockCustomLeads(tx, userId);
  const { rows } = await tx.execute<{ deleted: number }>(sql`
    with gone as (
      delete from custom_leads where user_id = ${userId} and id in (${ids}) returning identity
    ), remembered as (
      insert into erased_leads (user_id, hash, erased_at)
      select ${userId}, ${erasedHash(sql`${userId}::text`, 'custom', sql`gone.identity`)}, ${now.toISOString()}::timestamptz
      from gone where gone.identity is not null
      on conflict do nothing
    )
    select count(*)::int as deleted from gone
  `);
  const deleted = rows[0]?.deleted ?? 0;
  await addToLeadCount(tx, userId, 'custom', -deleted);
  return deleted;
};
