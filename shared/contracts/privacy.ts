import * as z from 'zod/mini';
import { textLimits } from '../limits.ts';
import { defineEndpoint } from './endpoint.ts';
import { emailField, instant, messageResponse } from './fields.ts';

/** What was deleted, never of whom. The code is for people to keep, and to read out. */
const erasureReceipt = z.object({
  code: z.string(),
  kind: z.enum(['person', 'account', 'meta']),
  /** Deleted rows by table. */
  counts: z.record(z.string(), z.number()),
  requestedAt: instant,
  /** Null while it is still to be done. */
  finishedAt: z.nullable(instant),
});
export type ErasureReceipt = z.infer<typeof erasureReceipt>;

/** The e-mail address of the account stands for a second thought: what is deleted does not come back. */
export const deleteAccount = defineEndpoint({
  method: 'POST',
  path: '/user/delete_account',
  access: 'user',
  summary: 'Revoke every grant and delete the account with everything that belongs to it',
  body: z.object({ email: emailField }),
  response: messageResponse,
});

/** Somebody who filled in a lead form or stands in an imported file; one of the two is enough. */
export const erasePerson = defineEndpoint({
  method: 'POST',
  path: '/erasures',
  access: 'user',
  takesIdempotencyKey: true,
  summary: 'Delete a person, known by e-mail address or phone number, from all leads of the caller',
  body: z.object({
    email: z.optional(emailField),
    phone: z.optional(z.string().check(z.trim(), z.minLength(5), z.maxLength(textLimits.name))),
  }),
  response: z.object({ message: z.string(), data: erasureReceipt }),
});

export const listErasures = defineEndpoint({
  method: 'GET',
  path: '/erasures',
  access: 'user',
  summary: 'Receipts of what the caller has had deleted, the newest first',
  response: z.object({ data: z.array(erasureReceipt) }),
});
