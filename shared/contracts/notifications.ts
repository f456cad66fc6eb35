import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { instant, messageResponse } from './fields.ts';

/** An announced event as it is kept: `event` and `payload` are what the socket sent. */
const notification = z.object({
  /** Grows with each notification of a person. */
  id: z.number(),
  event: z.string(),
  payload: z.record(z.string(), z.unknown()),
  createdAt: instant,
  readAt: z.nullable(instant),
});
export type Notification = z.infer<typeof notification>;

export const listNotifications = defineEndpoint({
  method: 'GET',
  path: '/notifications',
  access: 'user',
  summary: 'Announced events after a given id, oldest first, at most 100',
  query: z.object({ after: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) }),
  response: z.object({ data: z.array(notification) }),
});

export const readNotification = defineEndpoint({
  method: 'POST',
  path: '/notifications/:id/read',
  access: 'user',
  summary: 'Mark a notification as read',
  params: z.object({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
  response: messageResponse,
});
