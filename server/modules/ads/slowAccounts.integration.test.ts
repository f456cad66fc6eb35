import { afterAll, beforeAll, expect, test } from 'vitest';
import { getOverview } from '#shared/contracts/overview.ts';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import { sql } from '#server/database/drizzle.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { clearFaults, orderFaults } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { newOwner, newPerson } from './testing/insightTests.ts';
import type { Person } from './testing/insightTests.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => {
  await clearFaults(api.sandbox);
  await api.close();
});

const today = utcDay(new Date());
const lastWeek = { since: addDays(today, -6), until: today };

/** A call that takes longer counts as failed. Every read of a connection takes ten calls or more. */
const answerMs = 8_000;
const slowPlatforms = ['google', 'facebook'] as const;

/** Slows every metric call of two platforms, and makes all their accounts due. */
const slowReads = async (): Promise<void> => {
  for (const [provider, path] of [
    ['google', 'searchStream'],
    ['facebook', '/act_'],
  ] as const)
    await orderFaults(api.sandbox, { provider, path, kind: 'slow', delayMs: answerMs, count: 1_000 });
  for (const table of ['insight_days', 'ad_days'])
    await api.context.db.execute(
      sql`update ${sql.identifier(table)} set read_at = 'epoch', is_settled = false where platform <> 'tiktok'`,
    );
  await api.context.db.execute(sql`update insight_accounts set next_read_at = 'epoch' where platform <> 'tiktok'`);
};

/** Connections whose accounts are being read now. */
const countHeld = async (): Promise<number> => {
  const { rows } = await api.context.db.execute<{ held: number }>(sql`
    select count(distinct (workspace_id, platform))::int as held from insight_accounts
    where leased_until > now() and platform <> 'tiktok'`);
  return rows[0]?.held ?? 0;
};

const hasFigures = async ({ token }: Person): Promise<boolean> => {
  const { body } = await api.request(getOverview, { token, query: lastWeek });
  return body.data.series.some(({ platform, current }) => platform === 'tiktok' && current.impressions.some(Boolean));
};

test('a new small account shows metrics while three workspaces read slow accounts', async () => {
  const busy = [];
  for (let workspace = 0; workspace < 3; workspace += 1) busy.push(await newOwner(api, slowPlatforms));
  const [first] = busy;
  if (!first) throw new Error('no workspace');
  await slowReads();
  const connections = busy.length * slowPlatforms.length;
  await api.waitUntil(async () => (await countHeld()) === connections, { what: 'reads of all connections' });

  for (const person of [await newPerson(api), first]) {
    await connectPlatform(api, person, 'tiktok');
    await api.waitUntil(() => hasFigures(person), { what: 'metrics of the small account' });
  }
  expect(await countHeld()).toBe(connections);
});
