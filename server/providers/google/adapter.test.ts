import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { GoogleRow } from '#shared/insights/google.ts';
import { adapterAt } from '../testing/adapterAt.ts';
import { startServer } from '../testing/startServer.ts';
import { callWith, failureOf, startPlatforms, week } from '../testing/startPlatforms.ts';

/** Behavior specific to Google; the rest is in ../adapters.test.ts. */

const platforms = await startPlatforms();

it('refreshes the access token, keeps the old refresh token, and works with the new access token', async () => {
  const grant = await platforms.connect('google');
  const adapter = platforms.adapter('google');
  const fresh = await adapter.refresh?.(grant.tokens);
  expect(grant.tokens.refreshToken).not.toBeNull();
  expect(fresh).toMatchObject({ refreshToken: null });
  expect(fresh?.accessToken).not.toBe(grant.tokens.accessToken);
  expect(fresh?.expiresAt).toBeGreaterThan(Date.now() + 30 * 60_000);
  expect(await adapter.listAccounts({ accessToken: fresh?.accessToken ?? '', patience: 'interactive' })).toHaveLength(
    2,
  );
});

it('cannot refresh a revoked grant or one without a refresh token', async () => {
  const { tokens } = await platforms.connect('google');
  const adapter = platforms.adapter('google');
  await adapter.revoke(tokens);
  const refresh = async (refreshToken: string | null) => adapter.refresh?.({ ...tokens, refreshToken });
  expect((await failureOf(refresh(tokens.refreshToken))).outcome).toBe('reconnect');
  expect((await failureOf(refresh(null))).outcome).toBe('reconnect');
});

it('returns the manager of a client, and none for an account that is directly accessible', async () => {
  const accounts = await platforms.adapter('google').listAccounts(callWith(await platforms.connect('google')));
  expect(accounts.map((account) => account.loginCustomerId === null)).toEqual([true, false]);
});

it('waits at least as long as Google says', async () => {
  const { call, account } = await platforms.open('google');
  await platforms.order('google', { kind: '429', path: 'searchStream', retryAfterSeconds: 1 });
  const startedAt = performance.now();
  expect((await platforms.adapter('google').readInsights(call, { account, range: week })).rows).toHaveLength(14);
  expect(performance.now() - startedAt).toBeGreaterThan(1000);
});

it("does not call during a wait that exceeds the caller's patience", async () => {
  const { call, account } = await platforms.open('google');
  await platforms.order('google', { kind: '429', path: 'searchStream', retryAfterSeconds: 3600 });
  const adapter = platforms.adapter('google');
  expect((await failureOf(adapter.readInsights(call, { account, range: week }))).outcome).toBe('wait');
  const before = await platforms.countCalls();
  const again = await failureOf(adapter.readInsights(call, { account, range: week }));
  expect(again.outcome).toBe('wait');
  expect(again.retryAfterMs).toBeGreaterThan(3_590_000);
  expect(await platforms.countCalls()).toBe(before);
});

it('requests campaigns before it parses the response about ads, and repeats only unreadable queries', async () => {
  const asked: string[] = [];
  const retried = Promise.withResolvers<void>();
  const server = await startServer(async (request, response) => {
    const query = await text(request);
    asked.push(query.includes('FROM ad_group_ad') ? 'ads' : 'campaigns');
    if (asked.length === 3) retried.resolve();
    if (asked.at(-1) === 'campaigns') await retried.promise;
    response.end(asked.length === 1 ? '<html>We will be back</html>' : '[]');
  });
  const account = { id: '7778889999', name: 'Any', currency: 'EUR', timeZone: 'UTC', loginCustomerId: null };
  const call = { accessToken: 't', patience: 'interactive' } as const;
  expect(await adapterAt('google', server.url).readInsights(call, { account, range: week })).toEqual({
    rows: [],
    after: null,
  });
  expect(asked).toEqual(['ads', 'campaigns', 'ads']);
});

it('reads a range in halves when a response is too large, and gets the same rows', async () => {
  const { call, account } = await platforms.open('google');
  const whole = await platforms.adapter('google').readInsights(call, { account, range: week });
  platforms.setLimits({ maxBytes: 8_000 });
  const before = await platforms.countCalls();
  expect(await platforms.adapter('google').readInsights(call, { account, range: week })).toEqual(whole);
  expect(await platforms.countCalls()).toBeGreaterThan(before + 2);
});

it('yields days from shorter spans when a response is too large, and gives up at a single day', async () => {
  const { call, account } = await platforms.open('google');
  const read = async () => {
    const spans: string[] = [];
    const days = new Map<string, GoogleRow[]>();
    for await (const part of platforms.adapter('google').readDays?.(call, { account, range: week }) ?? []) {
      spans.push(part.range.until);
      for (const [day, rows] of part.days) days.set(day, rows);
    }
    return { spans, days };
  };
  const whole = await read();
  expect(whole.days.size).toBe(7);
  platforms.setLimits({ maxBytes: 8_000 });
  const halved = await read();
  expect(halved.days).toEqual(whole.days);
  expect(halved.spans.length).toBeGreaterThan(1);
  expect(halved.spans).toEqual(halved.spans.toSorted().toReversed());
  platforms.setLimits({ maxBytes: 500 });
  expect(await failureOf(read())).toMatchObject({ outcome: 'account', providerCode: 'too-many-rows' });
});

it("requests no day beyond Google's retention", async () => {
  const { call, account } = await platforms.open('google');
  const before = await platforms.countCalls();
  const range = { since: '2019-01-01', until: '2019-03-01' };
  const parts = [];
  for await (const part of platforms.adapter('google').readDays?.(call, { account, range }) ?? []) parts.push(part);
  expect(parts).toEqual([{ range, days: new Map() }]);
  expect(await platforms.countCalls()).toBe(before);
});

it('gives up an account whose single days are too large', async () => {
  const { call, account } = await platforms.open('google');
  platforms.setLimits({ maxBytes: 500 });
  const error = await failureOf(platforms.adapter('google').readInsights(call, { account, range: week }));
  expect(error).toMatchObject({ outcome: 'account', providerCode: 'too-many-rows' });
});

it('stops calling for a while after five consecutive failures', async () => {
  const call = callWith(await platforms.connect('google'));
  const adapter = platforms.adapter('google');
  await platforms.order('google', { kind: '500', path: 'listAccessibleCustomers', count: 20 });
  await failureOf(adapter.listAccounts(call));
  await failureOf(adapter.listAccounts(call));
  const before = await platforms.countCalls();
  expect(await failureOf(adapter.listAccounts(call))).toMatchObject({ outcome: 'retry', providerCode: 'breaker-open' });
  expect(await platforms.countCalls()).toBe(before);
  expect(await platforms.readOpenFaults()).toMatchObject([{ count: 15 }]);
});
