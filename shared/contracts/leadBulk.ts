import * as z from 'zod/mini';
import { activityKinds } from '../activityKinds.ts';
import { bulkLimits, leadWorkLimits } from '../limits.ts';
import { defineEndpoint } from './endpoint.ts';
import { leadFilters } from './leadWork.ts';

/** Leads by their ids, or all leads of a filter: the query of `GET /leads` without page and order. */
export const leadSelection = {
  ids: z.optional(z.array(z.string().check(z.maxLength(300))).check(z.minLength(1), z.maxLength(bulkLimits.ids))),
  filter: z.optional(z.strictObject(leadFilters)),
};

const tags = z
  .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(leadWorkLimits.tag)))
  .check(z.maxLength(leadWorkLimits.tags));

const bulkAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('status'), statusId: z.string() }),
  z.strictObject({ kind: z.literal('assignee'), assigneeId: z.nullable(z.string()) }),
  z.strictObject({ kind: z.literal('tags'), add: tags, remove: tags }),
  z.strictObject({ kind: z.literal('delete') }),
]);
export type BulkAction = z.infer<typeof bulkAction>;

/** One action on many leads, all or nothing. Skips leads that the action would not change. Needs either `ids` or `filter`. */
export const changeLeads = defineEndpoint({
  method: 'POST',
  path: '/leads/bulk',
  access: 'user',
  takesIdempotencyKey: true,
  namesNobody: true,
  summary: 'Set the status, assignee or tags of many leads, or delete them',
  body: z.strictObject({ ...leadSelection, action: bulkAction }),
  response: z.object({
    message: z.string(),
    data: z.object({
      /** Used to undo the action. Null when no lead changed. */
      activityId: z.nullable(z.string()),
      kind: z.enum(activityKinds),
      changed: z.number(),
    }),
  }),
});
