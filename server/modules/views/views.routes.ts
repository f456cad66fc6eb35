import { createView, deleteView, listViews, updateView } from '#shared/contracts/views.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { changeView, readViews, removeView, saveView } from './views.service.ts';

export const viewRoutes = (context: AppContext): Route[] => [
  route(listViews, async ({ caller, query }) => ({ data: await readViews(context, caller, query.screen) })),
  route(createView, async ({ caller, body, effectId }) => ({
    message: messages.views.saved,
    data: await saveView(context, caller, body, effectId),
  })),
  route(updateView, async ({ caller, params, body }) => ({
    message: messages.views.changed,
    data: await changeView(context, caller, params.id, body),
  })),
  route(deleteView, async ({ caller, params }) => {
    await removeView(context, caller, params.id);
    return { message: messages.views.deleted };
  }),
];
