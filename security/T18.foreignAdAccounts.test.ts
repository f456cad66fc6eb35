import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { listConnections } from '#shared/contracts/connections.ts';
import { facebookInsights, googleCampaigns, tiktokCampaigns } from '#shared/contracts/insights.ts';
import { getOverview } from '#shared/contracts/overview.ts';
import { updateProfile } from '#shared/contracts/users.ts';
import { defaultRange, utcDay } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { stripActPrefix } from '#shared/platforms/stripActPrefix.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { startBetweenPlatforms } from './testing/startBetweenPlatforms.ts';
import type { ProductBetweenPlatforms } from './testing/startBetweenPlatforms.ts';
import { newMemberAt } from './testing/strangers.ts';
import type { Member } from './testing/strangers.ts';

/** A separate product, because the test counts the calls to all platforms. */
let product: ProductBetweenPlatforms;
beforeAll(async () => {
  product = await startBetweenPlatforms();
});
afterAll(() => product.stop());

const range = defaultRange(utcDay(new Date()));

const accountsOf = async (member: Member, platform: PlatformId): Promise<string[]> =>
  (await member.request(listAdAccounts[platform])).body.accounts.map(({ id }) => id);

const askFor = (member: Member, platform: PlatformId, ids: string[]) => {
  const { since, until } = range;
  if (platform === 'facebook') return member.request(facebookInsights, { body: { ...range, ad_account_ids: ids } });
  if (platform === 'google')
    return member.request(googleCampaigns, { body: { startDate: since, endDate: until, customerIds: ids } });
  return member.request(tiktokCampaigns, { body: { start_date: since, end_date: until, advertiser_ids: ids } });
};

/** Whether a new connection has finished its own reads: reports, and the leads of all forms of its Pages. */
const isAtRest = (member: Member) =>
  waitUntil(
    async () => {
      const { accounts } = (await member.request(getOverview, { query: range })).body.data;
      const { data: connections } = (await member.request(listConnections)).body;
      const pages = connections.flatMap(({ assets }) => assets).filter(({ kind }) => kind === 'lead_page');
      return (
        accounts.length > 0 &&
        accounts.every(({ state }) => state !== 'reading') &&
        pages.length > 0 &&
        pages.every(({ state }) => state !== 'unread') &&
        (await product.isIdle())
      );
    },
    { what: 'all reports and leads' },
  );

const clientList = z.array(z.looseObject({ results: z.array(z.unknown()).optional() }));

/** Google's consent does not select accounts, so this removes one from the list of a manager's clients. */
const hideFromGoogle = (foreign: string): void =>
  product.platforms.twist(({ body: query }, answer) => {
    if (!query.includes('FROM customer_client')) return answer;
    const chunks = clientList.parse(JSON.parse(answer.body.toString()));
    const isOther = (row: unknown): boolean => !JSON.stringify(row).includes(foreign);
    const kept = chunks.map((chunk) => ({ ...chunk, results: chunk.results?.filter(isOther) }));
    return { ...answer, body: Buffer.from(JSON.stringify(kept)) };
  });

test("T18 another person's ad account is refused without a call to the platform", async () => {
  const ada = await newMemberAt(product.url, ...platformIds);
  const foreign = {
    google: (await accountsOf(ada, 'google')).at(-1) ?? '',
    facebook: (await accountsOf(ada, 'facebook')).at(-1) ?? '',
    tiktok: (await accountsOf(ada, 'tiktok')).at(-1) ?? '',
  };
  await isAtRest(ada);
  // Now Ada's reports are stored and cached.
  for (const platform of platformIds) expect((await askFor(ada, platform, [foreign[platform]])).status).toBe(200);

  const eve = await newMemberAt(product.url);
  hideFromGoogle(foreign.google);
  for (const platform of platformIds)
    await connectPlatform({ url: product.url, request: eve.request }, eve, platform, {
      untick: [stripActPrefix(foreign[platform])],
    });
  await isAtRest(eve);

  const { receivedCalls } = product.platforms;
  const [calls, known] = [receivedCalls.length, Object.values(foreign).map(stripActPrefix)];
  for (const platform of platformIds) {
    const own = (await accountsOf(eve, platform))[0] ?? '';
    expect([platform, own !== '', own === foreign[platform]]).toEqual([platform, true, false]);
    const spelt = [foreign[platform], stripActPrefix(foreign[platform]), `act_${stripActPrefix(foreign[platform])}`];
    for (const ids of [...spelt.map((id) => [id]), [own, foreign[platform]], [foreign[platform], own]]) {
      const { status, body } = await askFor(eve, platform, ids);
      expect([platform, ids, status, body.code]).toEqual([platform, ids, 403, 'FOREIGN_ACCOUNT']);
    }
  }

  const socket = openSocket(product.url, { userId: eve.userId, token: eve.token, headers: eve.forwarded });
  expect(await socket.handshake).toBeNull();
  const request = { userId: eve.userId, platform: 'facebook' as const, timestamp: new Date().toISOString() };
  socket.socket.emit('fb_export_Sheet', { ...request, dateRange: range, ad_account_ids: [foreign.facebook] });
  await waitUntil(() => socket.received.some(({ event }) => event === 'export_error'));
  expect(socket.received.map(({ payload }) => payload['message'])).toContain(messages.platform.foreignAccount);
  socket.close();

  const defaults = Object.fromEntries(platformIds.map((platform) => [platform, [foreign[platform]]]));
  const { body } = await eve.request(updateProfile, { body: { defaultAccounts: defaults } });
  expect(body.data.defaultAccounts).toEqual({ google: [], facebook: [], tiktok: [] });
  const shown = (await eve.request(getOverview, { query: range })).body.data.accounts.map(({ accountId }) => accountId);
  expect(shown.filter((id) => known.includes(stripActPrefix(id)))).toEqual([]);

  const named = receivedCalls
    .slice(calls)
    .filter(({ url, body: sent }) => known.some((id) => `${url} ${sent}`.includes(id)));
  expect(named.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
});
