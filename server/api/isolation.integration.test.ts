import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { exportGoogleSheet } from '#shared/contracts/exports.ts';
import { updateProfile } from '#shared/contracts/users.ts';
import { defaultRange, utcDay } from '#shared/lib/dateRange.ts';
import { platformIds } from '#shared/platforms.ts';
import { awaitReads } from '#server/modules/insights/testing/insightTests.ts';
import { awaitFirstRead } from '#server/modules/leads/testing/leadTests.ts';
import { connectPlatform } from '#server/testing/connectPlatform.ts';
import { startTestApi } from '#server/testing/startTestApi.ts';
import type { TestApi } from '#server/testing/startTestApi.ts';
import { apiRoutes } from './apiRoutes.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const newPerson = async (name: string) => {
  const { user, token } = await api.registerUser({ name });
  return { userId: user._id, token, user };
};

const closedCalls = () =>
  apiRoutes(api.context)
    .map(({ endpoint }) => endpoint)
    .filter(({ access }) => access === 'user');

/** Somebody with a bit of everything that the API keeps, and the texts by which it is known. */
const newOwner = async () => {
  const { userId, token, user } = await newPerson('Olga Owner');
  const accounts: Record<string, string[]> = {};
  for (const platform of platformIds) {
    await connectPlatform(api, { userId, token }, platform);
    // The figures and leads that connecting brings are part of what has to stay as it is.
    await awaitReads(api, { userId, token }, platform);
    if (platform !== 'google') await awaitFirstRead(api, { userId, token }, platform);
    const { body } = await api.request(listAdAccounts[platform], { token });
    accounts[platform] = body.accounts.map(({ id }) => id);
  }
  await api.request(updateProfile, { token, body: { defaultAccounts: accounts } });
  const { body } = await api.request(exportGoogleSheet, { token, body: { data: [{ name: 'Ada Example' }] } });
  return {
    userId,
    token,
    email: user.email,
    accounts,
    exportId: body.data.id,
    marks: [userId, user.email, user.name, body.data.id, String(body.url), ...Object.values(accounts).flat()],
  };
};
type Owner = Awaited<ReturnType<typeof newOwner>>;

/** A body that names what the owner has under every key that a call might read. */
const bodyNaming = ({ userId, email, accounts, exportId }: Owner) => {
  const { since, until } = defaultRange(utcDay(new Date()));
  return {
    _id: userId,
    id: exportId,
    userId,
    owner: userId,
    email,
    since,
    until,
    ad_account_ids: accounts['facebook'],
    startDate: since,
    endDate: until,
    customerIds: accounts['google'],
    start_date: since,
    end_date: until,
    advertiser_ids: accounts['tiktok'],
    defaultAccounts: accounts,
    state: 'made-up',
  };
};

/** Everything that a session can read, as one text; what changes with the time of asking is left out. */
const readAll = async (token: string, { exportId }: Owner): Promise<string> => {
  const texts: string[] = [];
  for (const endpoint of closedCalls().filter(({ method }) => method === 'GET')) {
    const { status, body } = await api.request(endpoint, { token, params: { id: exportId } });
    texts.push(JSON.stringify([endpoint.path, status, body]));
  }
  const { body } = await api.request(updateProfile, { token, body: {} });
  return [...texts, JSON.stringify(body)].join('\n').replace(/"lastGoodCallAt":"[^"]+"/g, '');
};

/** The same once two readings agree: a new connection sets jobs going that fetch what the platform has. */
const readSettled = (owner: Owner): Promise<string> =>
  api.waitUntil(async () => {
    const [first, second] = [await readAll(owner.token, owner), await readAll(owner.token, owner)];
    return first === second ? first : null;
  });

test('[S6.BEAR.3] no call answers with, or changes, what belongs to someone else', async () => {
  const owner = await newOwner();
  const before = await readSettled(owner);
  for (const mark of owner.marks) expect(before).toContain(mark);

  for (const endpoint of closedCalls())
    for (const platform of endpoint.path.includes(':platform') ? platformIds : ['']) {
      // One each, since one of the calls ends the session.
      const { token } = await newPerson('Mallory Example');
      const { status, body } = await api.request(endpoint, {
        token,
        params: { id: owner.exportId, platform },
        ...(endpoint.method === 'GET' ? { query: { userId: owner.userId } } : { body: bodyNaming(owner) }),
      });
      const name = `${endpoint.method} ${endpoint.path}`;
      expect([name, status < 500]).toEqual([name, true]);
      const text = JSON.stringify(body);
      expect([name, owner.marks.filter((mark) => text.includes(mark))]).toEqual([name, []]);
    }

  expect(await readAll(owner.token, owner)).toBe(before);
});
