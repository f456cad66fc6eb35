import * as z from 'zod';
import { id, pageInfo } from '#server/providers/tiktok/types.ts';

/** A lead form; TikTok calls it a page. */
export const form = z.object({
  page_id: id,
  title: z.string().nullish(),
  status: z.string().nullish(),
});
export type Form = z.infer<typeof form>;

/** TikTok: CREATED, RUNNING, SUCCEED or FAILED. */
export const taskData = z.object({ task_id: id, status: z.string() });
export type Task = z.infer<typeof taskData>;

const subscription = z.object({
  subscription_id: id,
  callback_url: z.string().nullish(),
  subscription_detail: z
    .object({ access_token: z.string().nullish(), advertiser_id: id.nullish(), page_id: id.nullish() })
    .nullish(),
});
export type Subscription = z.infer<typeof subscription>;

export const subscriptionsData = z.object({ subscriptions: z.array(subscription).default([]), page_info: pageInfo });
export const subscribedData = z.object({ subscription_id: id });

/** Every event names its object; 1 is a lead. */
export const anyEvent = z.object({ object: z.union([z.string(), z.number()]).transform(String) });

/** Event ids: texts or numbers; large numbers were parsed as texts. */
const eventId = z.union([z.string().regex(/^\d{1,30}$/), z.int().nonnegative().transform(String)]);

/** Ids of a lead event. Its answers are not used. */
export const leadEvent = z.object({
  entry: z.array(
    z.object({
      id: eventId,
      lead_source: z.string().nullish(),
      page_id: eventId.nullish(),
      advertiser_id: eventId.nullish(),
    }),
  ),
});
