import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listCampaigns } from '#shared/contracts/campaigns.ts';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { eq, sql } from '#server/database/drizzle.ts';
import { insightAccounts } from '#server/database/schema.ts';
import { clearFaults, orderFaults } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { listInsightAccounts } from './insightAccounts.store.ts';
import { accountsOf, countInsightCalls, later, newOwner, storePast } from './testing/insightTests.ts';
import type { Person } from './testing/insightTests.ts';
import { readCampaigns } from './list/campaigns.service.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterEach(() => clearFaults(api.sandbox));
afterAll(() => api.close());

const today = utcDay(new Date());
const lastWeek = { since: addDays(today, -8), until: addDays(today, -2) };
const faultPaths = { google: 'searchStream', facebook: '/insights', tiktok: '/report/' } as const;

const isFailing = async ({ workspaceId }: Person): Promise<boolean[]> =>
  (await listInsightAccounts(api.context.db, workspaceId)).map((row) => (row.problem ?? row.adsProblem) !== null);

/** Makes all stored days stale while the platform refuses its reports, and waits for the refusals. */
const readRefused = async (person: Person, platform: PlatformId): Promise<void> => {
  const { workspaceId } = person;
  await orderFaults(api.sandbox, { provider: platform, path: faultPaths[platform], kind: 'permission', count: 1_000 });
  await api.context.db.execute(
    sql`update ad_days set read_at = 'epoch', is_settled = false where workspace_id = ${workspaceId}`,
  );
  await api.context.db
    .update(insightAccounts)
    .set({ nextReadAt: new Date(0) })
    .where(eq(insightAccounts.workspaceId, workspaceId));
  await api.waitUntil(async () => (await isFailing(person)).every(Boolean), { what: 'the refusals' });
};

test.each(platformIds)('a report of %s that is refused is requested once for all levels', async (platform) => {
  const person = await newOwner(api, [platform]);
  await storePast(api, person);
  const accounts = await accountsOf(api, person, platform);
  const before = await countInsightCalls(api, platform);
  await readRefused(person, platform);
  expect((await countInsightCalls(api, platform)) - before).toBe(accounts.length);
});

test('a visit to Campaigns a minute after a refusal reads the accounts again', async () => {
  const person = await newOwner(api, ['google']);
  const accounts = await accountsOf(api, person, 'google');
  await readRefused(person, 'google');
  await clearFaults(api.sandbox);

  const { body } = await api.request(listCampaigns, { token: person.token, query: lastWeek });
  expect(body.data.accounts.map(({ state }) => state)).toEqual(accounts.map(() => 'failing'));
  await readCampaigns(later(api.context, 61_000), person.workspaceId, lastWeek);
  await api.waitUntil(async () => (await isFailing(person)).every((failing) => !failing));
});
