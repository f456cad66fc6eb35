import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { listFacebookLeads } from '#shared/contracts/leads.ts';
import { platformIds } from '#shared/platforms.ts';
import { sandboxCredentials } from '#testing/sandbox/sandbox.ts';
import { openStart } from '#testing/api/connectPlatform.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { startBetweenPlatforms } from './testing/startBetweenPlatforms.ts';
import type { ProductBetweenPlatforms } from './testing/startBetweenPlatforms.ts';
import { newMemberAt } from './testing/strangers.ts';

let product: ProductBetweenPlatforms;
beforeAll(async () => {
  product = await startBetweenPlatforms();
});
afterAll(() => product.stop());

const driveFile = 'https://www.googleapis.com/auth/drive.file';
const adwords = 'https://www.googleapis.com/auth/adwords';

test('T36 each consent requests only the permissions that the product uses', async () => {
  const member = await newMemberAt(product.url);
  const scopes: Record<string, string | null> = {};
  for (const platform of platformIds) {
    const start = await openStart(
      { url: product.url },
      { platform, userId: member.userId, startHeaders: member.forwarded },
    );
    const { searchParams } = new URL(start.headers.get('location') ?? '');
    scopes[platform] = searchParams.get('scope');
    // TikTok's permissions are set in the registration of the app.
    expect(searchParams.has('state')).toBe(true);
  }
  expect(scopes).toEqual({
    google: `openid email ${adwords} ${driveFile}`,
    facebook:
      'ads_read,pages_show_list,pages_read_engagement,leads_retrieval,pages_manage_ads,pages_manage_metadata,business_management',
    tiktok: null,
  });
});

test('T36 every Graph API call has an app secret proof', async () => {
  const member = await newMemberAt(product.url, 'facebook');
  await member.request(listAdAccounts.facebook);
  await waitUntil(async () => (await member.request(listFacebookLeads)).body.totalItems > 0);
  const graphCalls = product.platforms.receivedCalls
    .filter(({ url }) => /^\/v\d+\.0\//.test(url) && !url.includes('/dialog/'))
    .map(({ method, url, headers, body }) => {
      const { pathname, searchParams } = new URL(url, product.platforms.url);
      const form = new URLSearchParams(body);
      const read = (name: string) => searchParams.get(name) ?? form.get(name);
      const token = read('access_token') ?? headers.authorization?.replace(/^(?:Bearer|OAuth) /, '') ?? null;
      return { call: `${method} ${pathname}`, token, proof: read('appsecret_proof') };
    })
    .filter(({ token }) => token !== null);
  expect(graphCalls.length).toBeGreaterThan(5);
  const { appSecret } = sandboxCredentials.facebook;
  for (const { call, token, proof } of graphCalls)
    expect([call, proof]).toEqual([
      call,
      createHmac('sha256', appSecret)
        .update(token ?? '')
        .digest('hex'),
    ]);
});
