import {
  listNewestNotifications,
  listNotifications,
  readNotification,
  readNotifications,
} from '#shared/contracts/notifications.ts';
import { notificationLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { notFound } from '#server/lib/failures/errors.ts';
import { presentNotification } from './notifications.present.ts';
import {
  listNewest,
  markNotificationRead,
  markReadUpTo,
  readCounters,
  readNotificationsAfter,
} from './notifications.store.ts';

export const notificationRoutes = ({ db, clock }: AppContext): Route[] => [
  route(listNotifications, async ({ caller, query }) => {
    const { rows, ...counters } = await readNotificationsAfter(db, caller, Number(query.after ?? 0));
    return { data: rows.map(presentNotification), ...counters };
  }),
  route(listNewestNotifications, async ({ caller, query }) => {
    const counters = await readCounters(db, caller);
    const before = query.before === undefined ? null : Number(query.before);
    const rows = await listNewest(db, caller, before, notificationLimits.newest);
    return { data: rows.map(presentNotification), ...counters };
  }),
  route(readNotification, async ({ caller, params }) => {
    const isFound = await markNotificationRead(db, caller, Number(params.id), clock.now());
    if (!isFound) throw notFound();
    return { message: messages.notifications.read };
  }),
  route(readNotifications, async ({ caller, body }) => {
    await markReadUpTo(db, caller, body.upTo, clock.now());
    return { message: messages.notifications.read };
  }),
];
