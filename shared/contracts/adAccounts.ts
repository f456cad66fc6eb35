import * as z from 'zod/mini';
import type { PlatformId } from '../platforms.ts';
import { defineEndpoint } from './endpoint.ts';

/** Google names its accounts `descriptiveName`, the others `name`; Facebook's ids begin with `act_`. */
const adAccount = z.object({
  id: z.string(),
  name: z.optional(z.string()),
  descriptiveName: z.optional(z.string()),
  currency: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
});
export type AdAccount = z.infer<typeof adAccount>;

const listOf = (platform: PlatformId, summary: string) =>
  defineEndpoint({
    method: 'GET',
    path: `/ads/accounts/${platform}`,
    access: 'user',
    summary,
    response: z.object({ accounts: z.array(adAccount) }),
  });

export const listAdAccounts: Readonly<Record<PlatformId, ReturnType<typeof listOf>>> = {
  google: listOf('google', 'Google Ads customers that can be queried'),
  facebook: listOf('facebook', 'Facebook ad accounts'),
  tiktok: listOf('tiktok', 'TikTok advertisers'),
};
