import * as z from 'zod/mini';
import { byPlatform, platformFacts } from '../platforms.ts';
import { defineEndpoint } from './endpoint.ts';

/** Google accounts have a `descriptiveName`; others have a `name`. Facebook's ids start with `act_`. */
const adAccount = z.object({
  id: z.string(),
  name: z.optional(z.string()),
  descriptiveName: z.optional(z.string()),
  currency: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
});
export type AdAccount = z.infer<typeof adAccount>;

export const listAdAccounts = byPlatform((platform) =>
  defineEndpoint({
    method: 'GET',
    path: `/ads/accounts/${platform}`,
    access: 'user',
    summary: platformFacts[platform].accounts,
    response: z.object({ accounts: z.array(adAccount) }),
  }),
);
