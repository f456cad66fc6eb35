import {
  listNewestNotifications,
  listNotifications,
  readNotification,
  readNotifications,
} from '#shared/contracts/notifications.ts';
import { notificationLimits, pageSizes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { notFound } from '#server/lib/failures/errors.ts';
import { presentNotification } from './notifications.present.ts';
import {
  listNewest,
  listNotificationsAfter,
  markNotificationRead,
  markReadUpTo,
  readCounters,
} from './notifications.store.ts';

export const notificationRoutes = ({ db, clock }: AppContext): Route[] => [
  route(listNotifications, async ({ caller, query }) => {
    // Read the counters first: a client that has everything up to `lastId` gets later notifications with its next call.
    const counters = await readCounters(db, caller);
    const rows = await listNotificationsAfter(db, caller, Number(query.after ?? 0), pageSizes.maximum);
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
