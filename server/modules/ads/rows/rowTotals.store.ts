import type { Day } from '#shared/lib/dateRange.ts';
import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import { adTotals } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { ObjectId } from '#server/modules/ads/list/CampaignFilter.ts';
import { placeOf } from '#server/modules/ads/objects/totals/metrics.ts';
import { monthDays } from '#server/modules/ads/objects/totals/runningTotals.ts';

/** Monthly running totals of objects: `ad_totals` arrays as text, or only their spend. */
export const listTotals = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  objects: readonly ObjectId[],
  { months, isSpendOnly }: { months: readonly Day[]; isSpendOnly: boolean },
): Promise<(ObjectId & { month: Day; totals: string })[]> => {
  const spendStart = placeOf('spend') * monthDays;
  const { rows } = await db.execute<ObjectId & { month: Day; totals: string }>(sql`
    select t.platform, t.level, t.object_id as id, t.month::text as month,
      ${isSpendOnly ? sql`t.totals[${spendStart + 1}::int:${spendStart + monthDays}::int]` : sql`t.totals`}::text as totals
    from unnest(${sql.param(objects.map(({ platform }) => platform))}::text[],
      ${sql.param(objects.map(({ level }) => level))}::text[], ${sql.param(objects.map(({ id }) => id))}::text[])
      as asked (platform, level, id)
    cross join unnest(${sql.param(months)}::date[]) as wanted (month)
    join ${adTotals} as t on t.workspace_id = ${workspaceId} and t.level = asked.level and t.month = wanted.month
      and t.platform = asked.platform and t.object_id = asked.id`);
  return rows;
};
