import type { ResponseGrouping } from '#shared/contracts/responses.ts';
import { openingsBetween } from '#shared/lib/officeTime.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { leadWorkLimits } from '#shared/limits.ts';
import { leadPlatformIds } from '#shared/platforms.ts';
import type { ResponseClock } from '#shared/responseGoal.ts';
import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { leadEntries, leads, leadWork, users } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import {
  canCount,
  isCounted,
  isShown,
  joinOwnWork,
  shownTogether,
} from '#server/modules/leads/contacts/countedLead.ts';

/**
 * Returns SQL for the office time, in seconds, from `from` to an instant. The openings are computed here, so that the
 * database only finds the opening of an instant.
 */
const officeSeconds = ({ officeHours }: ResponseClock, from: number, to: number): ((at: SQL) => SQL) => {
  if (!officeHours) return (at) => sql`extract(epoch from ${at})::float8`;
  const starts: number[] = [];
  const ends: number[] = [];
  const before: number[] = [];
  let sum = 0;
  for (const { start, end } of openingsBetween(officeHours, from, to)) {
    starts.push(start / 1000);
    ends.push(end / 1000);
    before.push(sum);
    sum += (end - start) / 1000;
  }
  return (at) => sql`(
    select coalesce(before[index] + least(second, ends[index]) - starts[index], 0)
    from (select ${sql.param(starts)}::float8[] as starts, ${sql.param(ends)}::float8[] as ends,
      ${sql.param(before)}::float8[] as before, extract(epoch from ${at})::float8 as second offset 0) as office
    cross join lateral (select width_bucket(second, starts) as index) as found)`;
};

const groups: Record<ResponseGrouping, { id: SQL; name: SQL }> = {
  form: { id: sql`l.form_id`, name: sql`l.form_name` },
  campaign: { id: sql`l.campaign_id`, name: sql`l.campaign_name` },
  person: { id: sql`first.author_id`, name: sql`null::text` },
};

/** Joins the author of the first response. All entries of a change have the same author. */
const joinFirst = (workspaceId: WorkspaceId): SQL => sql`left join lateral (
    select e.author_id from ${shownTogether(workspaceId)} as same
    join ${leadEntries} as e on e.workspace_id = ${workspaceId} and e.list = same.list and e.lead_id = same.lead_id
    where e.at = w.responded_at and e.kind in ('status', 'note')
    limit 1
  ) as first on true`;

type Times = { answered: number; unanswered: number; median: number | null; p90: number | null };
export type GroupTimes = Times & { id: string | null; name: string | null; isTotal: boolean };

/** Response times for the leads of a date range in UTC, in total and by form, campaign or person. */
export const listResponseTimes = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  { range, by, clock, now }: { range: DateRange; by: ResponseGrouping; clock: ResponseClock; now: number },
): Promise<GroupTimes[]> => {
  const secondsAt = officeSeconds(clock, Math.min(Date.parse(`${range.since}T00:00:00Z`), now), now);
  const { id, name } = groups[by];
  const share = (of: number) => sql`round(percentile_cont(${of}::float8) within group (order by seconds))::float8`;
  const { rows } = await db.execute<GroupTimes>(sql`
    with timed as materialized (
      select ${id} as id, ${name} as name, l.created_at, w.responded_at is not null as is_answered,
        case when w.responded_at is not null
          then greatest(0, ${secondsAt(sql`w.responded_at`)} - ${secondsAt(sql`l.created_at`)}) end as seconds
      from ${leads} as l
      ${joinOwnWork(workspaceId)}
      left join ${leadWork} as w on own.lead_id is not null and ${isShown(workspaceId, sql`w`)}
      ${by === 'person' ? joinFirst(workspaceId) : sql``}
      where ${canCount(workspaceId, sql`l`)} and l.list = any(${sql.param(leadPlatformIds)}::text[])
        and ${isCounted(workspaceId, 'forms')}
        and l.created_at >= ${clock.since}::timestamptz
        and l.created_at >= ${range.since}::date::timestamp at time zone 'UTC'
        and l.created_at < (${range.until}::date + 1)::timestamp at time zone 'UTC'
    )
    select t.id, ${by === 'person' ? sql`nullif(max(u.name), '')` : sql`(array_agg(t.name order by t.created_at desc))[1]`}
        as name,
      grouping(t.id) = 1 as "isTotal", count(*) filter (where is_answered)::int as answered,
      count(*) filter (where not is_answered)::int as unanswered, ${share(0.5)} as median, ${share(0.9)} as p90
    from timed as t
    ${by === 'person' ? sql`left join ${users} as u on u.id = t.id` : sql``}
    group by grouping sets ((), (t.id))
    ${by === 'person' ? sql`having grouping(t.id) = 1 or count(*) filter (where is_answered) > 0` : sql``}
    order by grouping(t.id) desc, answered desc, unanswered desc, t.id
    limit ${leadWorkLimits.responseGroups + 1}`);
  return rows;
};
