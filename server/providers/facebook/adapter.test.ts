import { expect, it } from 'vitest';
import { callWith, failureOf, startPlatforms, week } from '../testing/startPlatforms.ts';

/** Behavior specific to Meta; the rest is in ../adapters.test.ts. */

const platforms = await startPlatforms();

it('reads the accounts by cursors and yields every row once [S7.FBI.6]', async () => {
  const call = callWith(await platforms.connect('facebook'));
  const adapter = platforms.adapter('facebook');
  const pages = [];
  for (const account of await adapter.listAccounts(call)) {
    let after: string | null = null;
    do {
      const page = await adapter.readInsights(call, { account, range: week, limitRows: 10, after });
      pages.push(page.rows);
      ({ after } = page);
    } while (after !== null);
  }
  expect(pages.map((rows) => rows.length)).toEqual([10, 4, 0, 6]);
  expect(new Set(pages.flat().map((row) => JSON.stringify(row))).size).toBe(20);
});

it('accepts an account id with and without act_', async () => {
  const { adapter, call, account } = await platforms.open('facebook');
  const bare = { id: account.id.replace('act_', ''), loginCustomerId: null };
  const rows = await adapter.readInsights(call, { range: week, account: bare });
  expect(rows).toEqual(await adapter.readInsights(call, { range: week, account }));
});

it("sends no query for a range beyond Meta's retention", async () => {
  const { call, account } = await platforms.open('facebook');
  const before = await platforms.countCalls();
  const range = { since: '2019-01-01', until: '2019-02-01' };
  expect(await platforms.adapter('facebook').readInsights(call, { range, account })).toEqual({ rows: [], after: null });
  expect(await platforms.countCalls()).toBe(before);
});

it('stops calling an account with an exhausted quota, reports the wait, and continues with the others', async () => {
  const call = callWith(await platforms.connect('facebook'));
  const adapter = platforms.adapter('facebook');
  const [account, other] = await adapter.listAccounts(call);
  if (!account || !other) throw new Error('the sandbox has three accounts');
  await platforms.order('facebook', { kind: '429', path: `${account.id}/insights`, retryAfterSeconds: 120 });
  const first = await failureOf(adapter.readInsights(call, { account, range: week }));
  expect(first).toMatchObject({ outcome: 'wait', retryAfterMs: 120_000 });
  const before = await platforms.countCalls();
  expect((await failureOf(adapter.readInsights(call, { account, range: week }))).outcome).toBe('wait');
  expect(await platforms.countCalls()).toBe(before);
  await adapter.readInsights(call, { account: other, range: week });
  expect(await platforms.countCalls()).toBe(before + 1);
});

it('slows down as the quota runs out, and reports `wait` once it is exhausted', async () => {
  const { adapter, call, account } = await platforms.open('facebook');
  const read = () => adapter.readInsights(call, { account, range: week });
  await platforms.control('POST', 'facebook/usage', { percent: 90 });
  await read();
  const startedAt = performance.now();
  await read();
  expect(performance.now() - startedAt).toBeGreaterThan(1000);
  await platforms.control('POST', 'facebook/usage', { percent: 100, regainMinutes: 7 });
  expect(await failureOf(read())).toMatchObject({ outcome: 'wait', retryAfterMs: 7 * 60_000 });
});

it('detects that the permission itself was revoked', async () => {
  const { adapter, call, account } = await platforms.open('facebook');
  await fetch(`${platforms.sandbox.url}/v26.0/me/permissions/ads_read`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${call.accessToken}` },
  });
  const error = await failureOf(adapter.readInsights(call, { account, range: week }));
  expect(error.outcome).toBe('scope-missing');
});

it('keeps the token for its sixty days', async () => {
  const { tokens } = await platforms.connect('facebook');
  const days = ((tokens.expiresAt ?? 0) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(59);
  expect(days).toBeLessThan(61);
  expect(tokens.refreshToken).toBeNull();
});
