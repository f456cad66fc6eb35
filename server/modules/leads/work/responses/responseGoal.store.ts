import type { ResponseClock, ResponseGoal } from '#shared/responseGoal.ts';
import type { Queryable } from '#server/database/Database.ts';
import { eq } from '#server/database/drizzle.ts';
import { workspaces } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** @throws Error when the workspace is gone */
export const readResponseClock = async (db: Queryable, workspaceId: WorkspaceId): Promise<ResponseClock> => {
  const [row] = await db
    .select({
      minutes: workspaces.responseMinutes,
      days: workspaces.officeDays,
      opens: workspaces.officeOpens,
      closes: workspaces.officeCloses,
      timeZone: workspaces.officeTimeZone,
      since: workspaces.responsesSince,
    })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  if (!row) throw new Error('The workspace is gone');
  const { minutes, days, opens, closes, timeZone, since } = row;
  return {
    minutes,
    officeHours:
      days === null || opens === null || closes === null || timeZone === null
        ? null
        : { days, opens, closes, timeZone },
    since: since.toISOString(),
  };
};

export const updateResponseGoal = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  { minutes, officeHours }: ResponseGoal,
): Promise<void> => {
  await db
    .update(workspaces)
    .set({
      responseMinutes: minutes,
      officeDays: officeHours && [...new Set(officeHours.days)].toSorted((one, other) => one - other),
      officeOpens: officeHours?.opens ?? null,
      officeCloses: officeHours?.closes ?? null,
      officeTimeZone: officeHours?.timeZone ?? null,
    })
    .where(eq(workspaces.id, workspaceId));
};
