import { afterAll, beforeAll, expect, test } from 'vitest';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { and, eq } from '#server/database/drizzle.ts';
import { insightAccounts } from '#server/database/schema.ts';
import { listInsightAccounts } from '#server/modules/ads/insightAccounts.store.ts';
import { countInsightCalls, later, newOwner, runRead, storePast } from '#server/modules/ads/testing/insightTests.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const hourMs = 3_600_000;

const rowsOf = async ({ workspaceId }: TestPerson, platform: PlatformId) =>
  (await listInsightAccounts(api.context.db, workspaceId)).filter((row) => row.platform === platform);

const adCall = /searchStream|\/act_|report\/integrated|\/(campaign|adgroup|ad)\/get/;
const countAdCalls = (platform: PlatformId): Promise<number> => countInsightCalls(api, platform, adCall);

test('an hourly read makes nine calls to Google, eight to Facebook and six to TikTok for each account', async () => {
  const person = await newOwner(api);
  await storePast(api, person);
  const calls = await Promise.all(
    platformIds.map(async (platform) => {
      const before = await countAdCalls(platform);
      const at = Date.now() + hourMs;
      const accounts = await api.waitUntil(async () => {
        const rows = await rowsOf(person, platform);
        if (rows.every(({ leaseId, readAt }) => leaseId === null && readAt !== null && readAt.getTime() > at))
          return rows;
        await api.context.db
          .update(insightAccounts)
          .set({ nextReadAt: new Date(0) })
          .where(and(eq(insightAccounts.workspaceId, person.workspaceId), eq(insightAccounts.platform, platform)));
        // The API's own worker may take the accounts first, but nothing is due by its clock.
        await runRead(later(api.context, hourMs + 1), { workspaceId: person.workspaceId, platform });
        return null;
      });
      return [platform, ((await countAdCalls(platform)) - before) / accounts.length];
    }),
  );
  expect(Object.fromEntries(calls)).toEqual({ google: 9, facebook: 8, tiktok: 6 });
});
