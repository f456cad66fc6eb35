import { overdueUntil, waitingSince } from '#shared/lib/waiting.ts';
import { leadPlatformIds } from '#shared/platforms.ts';
import type { ResponseClock } from '#shared/responseGoal.ts';
import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { leads, leadWork } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

const instant = (at: number): SQL => sql`${new Date(at).toISOString()}::timestamptz`;

/** A condition on the arrival of a lead. The bounds already include office time, so no time is computed per lead. */
const hasArrived = (which: 'waiting' | 'overdue', clock: ResponseClock, now: number): SQL => {
  const since = sql`l.created_at >= ${instant(waitingSince(clock, now))}`;
  if (which === 'waiting') return since;
  const until = overdueUntil(clock, now);
  return until === null ? sql`false` : sql`${since} and l.created_at <= ${instant(until)}`;
};

/** Whether the form lead `l` is waiting or overdue. `w` is the work on `l`, if any. */
export const isWaiting = (which: 'waiting' | 'overdue', clock: ResponseClock, now: number): SQL =>
  sql`(w.responded_at is null and not l.is_test and ${hasArrived(which, clock, now)})`;

/** Counts the overdue leads of the workspace. */
export const countOverdue = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  clock: ResponseClock,
  now: number,
): Promise<number> => {
  if (overdueUntil(clock, now) === null) return 0;
  const { rows } = await db.execute<{ overdue: number }>(sql`
    select count(*)::int as overdue from ${leads} as l
    where l.workspace_id = ${workspaceId} and l.deleted_at is null and not l.is_test and l.list = any(${sql.param(leadPlatformIds)}::text[])
      and ${hasArrived('overdue', clock, now)}
      and not exists (select from ${leadWork} as w where w.workspace_id = ${workspaceId} and w.list = l.list
        and w.lead_id = l.lead_id and (w.responded_at is not null or w.merged_into is not null))`);
  return rows[0]?.overdue ?? 0;
};
