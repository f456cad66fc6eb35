import * as z from 'zod/mini';
import { textLimits } from '../limits.ts';
import { defineEndpoint } from './endpoint.ts';
import { emailField, instant, messageResponse } from './fields.ts';

/** Counts of deleted rows, without personal data. People keep the code or read it aloud. */
const erasureReceipt = z.object({
  code: z.string(),
  kind: z.enum(['person', 'account', 'meta']),
  /** Deleted rows by table. */
  counts: z.record(z.string(), z.number()),
  requestedAt: instant,
  /** Null until the deletion is done. */
  finishedAt: z.nullable(instant),
});
export type ErasureReceipt = z.infer<typeof erasureReceipt>;

/** Requires the account's e-mail address as confirmation, because a deletion cannot be undone. */
export const deleteAccount = defineEndpoint({
  method: 'POST',
  path: '/user/delete_account',
  access: 'person',
  summary: 'Revoke every grant and delete the account with everything that belongs to it',
  body: z.object({ email: emailField }),
  response: messageResponse,
});

/** A person in a lead form or an imported file. One of the two fields is enough. */
export const erasePerson = defineEndpoint({
  method: 'POST',
  path: '/erasures',
  access: 'owner',
  takesIdempotencyKey: true,
  namesNobody: true,
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
  access: 'person',
  summary: 'Receipts of what the caller has had deleted, the newest first',
  response: z.object({ data: z.array(erasureReceipt) }),
});
