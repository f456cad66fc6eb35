import * as z from 'zod/mini';
import { activityKinds } from '../activityKinds.ts';
import { defineEndpoint } from './endpoint.ts';
import { instant } from './fields.ts';
import { pageFields, pageQuery } from './paging.ts';

/** What somebody did to many leads at once. Names are null when the account is gone. */
const activity = z.object({
  id: z.string(),
  at: instant,
  kind: z.enum(activityKinds),
  authorName: z.nullable(z.string()),
  /** The status, assignee or tags, as people read them; null: the assignee was removed. */
  given: z.nullable(z.string()),
  /** Leads that were changed or deleted; of an import, the added ones. */
  leads: z.number(),
  /** Leads that an import updated. */
  updated: z.number(),
  /** When the undo expires. Null: it has expired. */
  undoableUntil: z.nullable(instant),
  /** Whether the caller's role allows the undo. */
  mayUndo: z.boolean(),
  undone: z.nullable(
    z.object({
      at: instant,
      byName: z.nullable(z.string()),
      restored: z.number(),
      /** Leads that somebody changed since. The undo left them unchanged. */
      left: z.number(),
    }),
  ),
});
export type Activity = z.infer<typeof activity>;

const detail = z.extend(activity, {
  /** The leads that the undo left, by name; as many as `undoLimits.shownLeft`. */
  leftLeads: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type ActivityDetail = z.infer<typeof detail>;

export const listActivity = defineEndpoint({
  method: 'GET',
  path: '/activity',
  access: 'user',
  summary: 'Bulk actions and imports, newest first',
  query: pageQuery,
  response: z.object({ data: z.array(activity), ...pageFields }),
});

const params = z.object({ id: z.string() });

export const getActivity = defineEndpoint({
  method: 'GET',
  path: '/activity/:id',
  access: 'user',
  summary: 'A bulk action or import, with the leads that its undo left',
  params,
  response: z.object({ data: detail }),
});

/** Tries the undo without keeping it. */
export const previewUndo = defineEndpoint({
  method: 'GET',
  path: '/activity/:id/undo',
  access: 'user',
  summary: 'How many leads an undo would restore, and how many it would leave',
  params,
  response: z.object({ data: z.object({ restored: z.number(), left: z.number() }) }),
});

/**
 * Restores what was before, except for leads that somebody has changed since. Undone once: further calls get the same
 * answer. 409 when it is too old, and when there is nothing left to restore: then it can still be undone later. Only owners undo
 * deletions and imports.
 */
export const undoActivity = defineEndpoint({
  method: 'POST',
  path: '/activity/:id/undo',
  access: 'user',
  summary: 'Undo a bulk action or an import',
  params,
  response: z.object({ message: z.string(), data: detail }),
});
