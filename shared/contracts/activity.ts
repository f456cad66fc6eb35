import * as z from 'zod/mini';
import { activityKinds } from '../activityKinds.ts';
import { defineEndpoint } from './endpoint.ts';
import { instant } from './fields.ts';
import { pageFields, pageQuery } from './paging.ts';

/** A bulk action on leads. Names are null if the account was deleted. */
const activity = z.object({
  id: z.string(),
  at: instant,
  kind: z.enum(activityKinds),
  authorName: z.nullable(z.string()),
  /** The status, assignee or tags, as people read them; null: the assignee was removed. */
  given: z.nullable(z.string()),
  /** Changed or deleted leads; for an import, added leads. */
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
      /** Leads that changed since. The undo skipped them. */
      left: z.number(),
    }),
  ),
});
export type Activity = z.infer<typeof activity>;

const detail = z.extend(activity, {
  /** Names of skipped leads, up to `undoLimits.shownLeft`. */
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

/** Previews the undo without saving it. */
export const previewUndo = defineEndpoint({
  method: 'GET',
  path: '/activity/:id/undo',
  access: 'user',
  summary: 'How many leads an undo would restore, and how many it would leave',
  params,
  response: z.object({ data: z.object({ restored: z.number(), left: z.number() }) }),
});

/**
 * Restores the previous state, except for leads that changed since. Works once: repeated calls get the same answer. 409
 * if the action is too old, or if nothing can be restored now; the undo then stays available. Only owners can undo
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
