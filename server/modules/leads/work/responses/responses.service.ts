import type { ResponseTimes, ResponseGrouping } from '#shared/contracts/responses.ts';
import { leadLists } from '#shared/leadLists.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { ResponseClock, ResponseGoal } from '#shared/responseGoal.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { requireAllowedRange } from '#server/lib/http/requireAllowedRange.ts';
import { publishLeadsChanged } from '#server/modules/leads/publishLeadsChanged.ts';
import { readResponseClock, updateResponseGoal } from './responseGoal.store.ts';
import { listResponseTimes } from './responseTimes.store.ts';
import { countOverdue } from './waitingSql.ts';

/** Saves the goal of a workspace and updates open lists. */
export const saveGoal = async (
  context: Pick<AppContext, 'db' | 'publisher'>,
  workspaceId: WorkspaceId,
  goal: ResponseGoal,
): Promise<ResponseClock> => {
  await updateResponseGoal(context.db, workspaceId, goal);
  for (const list of leadLists) publishLeadsChanged(context, workspaceId, list);
  return readResponseClock(context.db, workspaceId);
};

/** Counts the leads that have waited longer than the goal; null without a goal. */
export const readOverdue = async (
  { clock, db }: Pick<AppContext, 'clock' | 'db'>,
  workspaceId: WorkspaceId,
): Promise<{ leads: number; minutes: number } | null> => {
  const goal = await readResponseClock(db, workspaceId);
  if (goal.minutes === null) return null;
  return { leads: await countOverdue(db, workspaceId, goal, clock.now().getTime()), minutes: goal.minutes };
};

/** @throws AppError 400 for invalid dates */
export const readResponseTimes = async (
  context: Pick<AppContext, 'clock' | 'db'>,
  workspaceId: WorkspaceId,
  { by, ...asked }: DateRange & { by: ResponseGrouping },
): Promise<ResponseTimes> => {
  const range = requireAllowedRange(context, asked);
  const clock = await readResponseClock(context.db, workspaceId);
  const now = context.clock.now().getTime();
  const listed = await listResponseTimes(context.db, workspaceId, { range, by, clock, now });
  const total = listed.find(({ isTotal }) => isTotal);
  return {
    range,
    since: clock.since,
    total: {
      answered: total?.answered ?? 0,
      unanswered: total?.unanswered ?? 0,
      median: total?.median ?? null,
      p90: total?.p90 ?? null,
    },
    rows: listed
      .filter(({ isTotal }) => !isTotal)
      .map(({ id, name, answered, unanswered, median, p90 }) => ({
        id,
        name,
        answered,
        unanswered: by === 'person' ? null : unanswered,
        median,
        p90,
      })),
  };
};
