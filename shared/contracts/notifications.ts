import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { instant, messageResponse } from './fields.ts';

/** A stored event, with the `event` and `payload` sent on the socket. */
const notification = z.object({
  /** Increases with each notification of a person. */
  id: z.number(),
  event: z.string(),
  payload: z.record(z.string(), z.unknown()),
  createdAt: instant,
  readAt: z.nullable(instant),
});
export type Notification = z.infer<typeof notification>;

const notificationId = z.string().check(z.regex(/^\d{1,15}$/));
const counters = {
  /** Unread notifications. */
  unread: z.number(),
  /** Id of the newest notification, 0 before the first. */
  lastId: z.number(),
};

export const listNotifications = defineEndpoint({
  method: 'GET',
  path: '/notifications',
  access: 'user',
  summary: 'Announced events after a given id, oldest first, at most 100',
  query: z.object({ after: z.optional(notificationId) }),
  response: z.object({ data: z.array(notification), ...counters }),
});

export const listNewestNotifications = defineEndpoint({
  method: 'GET',
  path: '/notifications/newest',
  access: 'user',
  summary: 'The newest announced events before a given id, newest first, at most 20',
  query: z.object({ before: z.optional(notificationId) }),
  response: z.object({ data: z.array(notification), ...counters }),
});

export const readNotification = defineEndpoint({
  method: 'POST',
  path: '/notifications/:id/read',
  access: 'user',
  summary: 'Mark a notification as read',
  params: z.object({ id: notificationId }),
  response: messageResponse,
});

/** Marks only up to an id, so that newer notifications stay unread. */
export const readNotifications = defineEndpoint({
  method: 'POST',
  path: '/notifications/read',
  access: 'user',
  summary: 'Mark all notifications up to an id as read',
  body: z.object({ upTo: z.number().check(z.int(), z.minimum(0)) }),
  response: messageResponse,
});
