import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { tiktokCampaigns } from '#shared/contracts/insights.ts';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { postControl } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';

/** The address that the tested product uses. */
const callsPerSecond = 50;
const advertiserCount = 29;
const today = utcDay(new Date());

let first: TestApi;
let second: TestApi;

beforeAll(async () => {
  first = await startTestApi();
  second = await startTestApi({ beside: first });
  // Two advertisers for each unit.
  await postControl(first.sandbox, '/reset', { scale: Math.ceil(advertiserCount / 2) });
});
afterAll(async () => {
  await second?.close();
  await first?.close();
});

const sentCall = z.object({ request: z.object({ origin: z.string(), path: z.string() }) });

/** Records the send time of each sandbox call, by path. Arrival times vary on a busy machine. */
const recordCalls = (): { sentAt: Map<string, number[]>; stop(): void } => {
  const sentAt = new Map<string, number[]>();
  const record = (message: unknown): void => {
    const { origin, path } = sentCall.parse(message).request;
    const [name = ''] = path.split('?', 1);
    if (origin !== first.sandbox.url || !name.startsWith('/open_api/')) return;
    sentAt.set(name, [...(sentAt.get(name) ?? []), performance.now()]);
  };
  subscribe('undici:request:create', record);
  return { sentAt, stop: () => unsubscribe('undici:request:create', record) };
};

/** The most calls in any second. */
const mostInSecond = (times: readonly number[]): number =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));

test('three people preview 29 advertisers each on two processes within TikTok’s rate limit', async () => {
  const people = [];
  for (const api of [first, second, second]) {
    const { user, token } = await first.registerUser();
    await connectPlatform(api, { userId: user._id, token }, 'tiktok');
    const { body } = await api.request(listAdAccounts.tiktok, { token });
    people.push({ api, token, ids: body.accounts.slice(0, advertiserCount).map(({ id }) => id) });
  }
  await postControl(first.sandbox, '/tiktok/rate-limit', { callsPerSecond });
  const calls = recordCalls();
  const previews = await Promise.all(
    people.map(({ api, token, ids }) =>
      api.request(tiktokCampaigns, {
        token,
        body: { start_date: addDays(today, -207), end_date: addDays(today, -200), advertiser_ids: ids },
      }),
    ),
  );
  calls.stop();
  expect([...calls.sentAt.keys()]).toContain('/open_api/v1.3/report/integrated/get/');
  for (const [path, times] of calls.sentAt) expect([path, mostInSecond(times) <= callsPerSecond]).toEqual([path, true]);
  expect(previews.map(({ status, body }) => ({ status, warnings: body.warnings }))).toEqual(
    people.map(() => ({ status: 200, warnings: [] })),
  );
  // Advertisers alternate between seven and five campaigns.
  const rows = previews.map(({ body }) => new Set(body.data.map((row) => row.campaign_id)).size);
  expect(rows).toEqual(people.map(() => 15 * 7 + 14 * 5));
  // A busy machine delays calls, so allow extra time.
}, 300_000);
