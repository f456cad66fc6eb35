import { count, sql } from '#server/database/drizzle.ts';
import type { AppContext } from '#server/AppContext.ts';
import { leads } from '#server/database/schema.ts';
import { agedFrom, keptSince } from '#server/modules/leads/store/keptSince.ts';

/** Number of leads past the retention period in all workspaces, by list; null for lists that are kept forever. */
export const countOldLeads = async (
  context: Pick<AppContext, 'db' | 'env' | 'clock'>,
): Promise<Record<string, number> | null> => {
  const since = keptSince(context);
  if (since === null) return null;
  const found = await context.db
    .select({ list: leads.list, total: count() })
    .from(leads)
    .where(sql`${leads.deletedAt} is null and ${agedFrom(sql`${leads}`)} < ${since.toISOString()}::timestamptz`)
    .groupBy(leads.list);
  return { custom: 0, ...Object.fromEntries(found.map(({ list, total }) => [list, total])) };
};
