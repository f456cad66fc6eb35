import { getActivity, listActivity, previewUndo, undoActivity } from '#shared/contracts/activity.ts';
import { readPageRequest, toPageFields } from '#shared/contracts/paging.ts';
import { pageSizes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { listActivities } from './activities.store.ts';
import { presentActivity } from './activity.present.ts';
import { readActivity, tryUndo, undo } from './activity.service.ts';

export const activityRoutes = (context: AppContext): Route[] => [
  route(listActivity, async ({ caller, query }) => {
    const request = readPageRequest(query, pageSizes.activity);
    const { rows, totalItems } = await listActivities(context.db, caller.workspaceId, request);
    const now = context.clock.now();
    return { data: rows.map((row) => presentActivity(row, now, caller.role)), ...toPageFields(request, totalItems) };
  }),
  route(getActivity, async ({ caller, params }) => ({
    data: await readActivity(context, caller, params.id),
  })),
  route(previewUndo, async ({ caller, params }) => ({ data: await tryUndo(context, caller, params.id) })),
  route(undoActivity, async ({ caller, params }) => {
    const data = await undo(context, caller, params.id);
    return { message: messages.activity.undone(data, data.undone?.restored ?? 0, data.undone?.left ?? 0), data };
  }),
];
