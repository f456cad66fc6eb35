import * as z from 'zod';

/*
 * The events that a detector processes. docs/FINDINGS.md describes each event. Amounts are in the account's currency, and days are
 * in the account's time zone.
 */

const day = z.iso.date();
const id = z.string().min(1).max(200);
const amount = z.number().nonnegative();

export const inputEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('set'), read: day }),
  z.object({ type: z.literal('account'), read: day, id, timeZone: z.string().max(100) }),
  z.object({ type: z.literal('form'), read: day, id, account: id }),
  z.object({ type: z.literal('campaign'), read: day, id, account: id, since: day }),
  z.object({ type: z.literal('adSet'), read: day, id, campaign: id }),
  z.object({ type: z.literal('ad'), read: day, id, adSet: id, form: id.nullable(), since: day }),
  z.object({
    type: z.literal('change'),
    read: day,
    entity: id,
    day,
    what: z.enum(['budget', 'status']),
    from: z.union([amount, z.string()]),
    to: z.union([amount, z.string()]),
  }),
  z.object({ type: z.literal('budget'), read: day, entity: id, month: z.string().regex(/^\d{4}-\d\d$/), amount }),
  z.object({ type: z.literal('read'), read: day, account: id, days: z.array(day) }),
  z.object({
    type: z.literal('row'),
    read: day,
    ad: id,
    day,
    spend: amount,
    impressions: amount,
    clicks: amount,
    conversions: amount,
  }),
  z.object({ type: z.literal('leads'), read: day, form: id, at: z.array(z.string()) }),
  z.object({ type: z.literal('ask'), read: day, at: z.optional(z.iso.datetime({ offset: true })) }),
]);

export type InputEvent = z.infer<typeof inputEvent>;
