import { getResponseGoal, getResponseTimes, saveResponseGoal } from '#shared/contracts/responses.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { readResponseClock } from './responseGoal.store.ts';
import { readResponseTimes, saveGoal } from './responses.service.ts';

export const responseRoutes = (context: AppContext): Route[] => [
  route(getResponseGoal, async ({ caller }) => ({ data: await readResponseClock(context.db, caller.workspaceId) })),
  route(saveResponseGoal, async ({ caller, body }) => ({
    message: messages.responses.saved,
    data: await saveGoal(context, caller.workspaceId, body),
  })),
  route(getResponseTimes, async ({ caller, query }) => ({
    data: await readResponseTimes(context, caller.workspaceId, query),
  })),
];
