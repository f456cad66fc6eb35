import { listNotifications, readNotification } from '#shared/contracts/notifications.ts';
import { pageSizes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { notFound } from '#server/lib/errors.ts';
import { presentNotification } from './notifications.present.ts';
import { listNotificationsAfter, markNotificationRead } from './notifications.store.ts';

export const notificationRoutes = (context: AppContext): Route[] => [
  route(listNotifications, async ({ caller, query }) => {
    const rows = await listNotificationsAfter(context.db, caller.userId, Number(query.after ?? 0), pageSizes.maximum);
    return { data: rows.map(presentNotification) };
  }),
  route(readNotification, async ({ caller, params }) => {
    const isFound = await markNotificationRead(context.db, caller.userId, Number(params.id), context.clock.now());
    if (!isFound) throw notFound();
    return { message: messages.notifications.read };
  }),
];
