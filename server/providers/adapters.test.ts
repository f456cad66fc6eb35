import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { FacebookRow } from '#shared/insights/facebook.ts';
import type { GoogleRow } from '#shared/insights/google.ts';
import { insightFacts } from '#shared/insights.ts';
import { addDays } from '#shared/lib/dateRange.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { parseEnv } from '../config/env.ts';
import type { AdPlatform, InsightsPage } from './AdPlatform.ts';
import type { PlatformAccount } from './PlatformAccount.ts';
import type { PlatformCall } from './calls/PlatformCall.ts';
import { createPlatformRegistry } from './registry.ts';
import { callWith, failureOf, startConsent, startPlatforms, week } from './testing/startPlatforms.ts';
import { passConsent } from './testing/passConsent.ts';

/**
 * Runs every adapter against the sandbox over real HTTP. One suite, because the server relies on the same behavior of
 * each.
 */

/**
 * Differences: paths that faults are ordered for, the response to a dead token, the longest span of a read, the sandbox's
 * sample data.
 */
const facts = {
  google: {
    rowsPerAccount: [14, 9],
    accountId: /^\d{10}$/,
    accountsPath: 'listAccessibleCustomers',
    insightsPath: 'searchStream',
    deadToken: 'token-rejected',
    spanDays: 92,
  },
  facebook: {
    rowsPerAccount: [14, 0, 6],
    accountId: /^act_\d+$/,
    accountsPath: 'adaccounts',
    insightsPath: '/insights',
    deadToken: 'reconnect',
    spanDays: 90,
  },
  tiktok: {
    rowsPerAccount: [7, 5],
    accountId: /^\d+$/,
    accountsPath: 'advertiser/get',
    insightsPath: 'report/integrated',
    deadToken: 'reconnect',
    spanDays: 30,
  },
} as const satisfies Record<PlatformId, object>;

const platforms = await startPlatforms();

type StoredPart = { range: DateRange; days: ReadonlyMap<Day, readonly object[]> };

/** The days to be stored: rows of the Preview, or the metrics of campaigns where the Preview is stored by range. */
const openParts = async function* (
  { ads, readDays }: AdPlatform,
  call: PlatformCall,
  account: PlatformAccount,
  range: DateRange,
): AsyncGenerator<StoredPart> {
  if (readDays) yield* readDays(call, { account, range });
  else
    for await (const part of ads.readDays(call, { account, range, level: 'campaign' }))
      yield { range: part.range, days: Map.groupBy(part.rows, ({ day }) => day) };
};

const readParts = (...query: Parameters<typeof openParts>) => Array.fromAsync<StoredPart>(openParts(...query));

/** Every row with its day, sorted. */
const flatten = (parts: readonly StoredPart[]): string[] =>
  parts
    .flatMap(({ days }) => Array.from(days, ([day, rows]) => rows.map((row) => `${day} ${JSON.stringify(row)}`)).flat())
    .toSorted();

describe.each(platformIds)('%s', (id) => {
  const { insightsPath, accountsPath, deadToken, rowsPerAccount, spanDays } = facts[id];

  it('turns a consent into a grant with an identity and the granted permissions', async () => {
    const adapter = platforms.adapter(id);
    const { consentUrl, redirectUri, codeVerifier, state } = startConsent(adapter);
    const callback = await passConsent(consentUrl, { decision: 'allow' });
    expect(callback.searchParams.get('state')).toBe(state);
    expect(adapter.readRefusal(callback.searchParams)).toBeNull();

    const grant = await adapter.completeConsent({ query: callback.searchParams, redirectUri, codeVerifier });
    expect(grant.externalId).toMatch(/^\d+$/);
    expect(grant.externalName).not.toBe('');
    expect(adapter.neededScopes.filter(({ scope }) => !grant.grantedScopes.includes(scope))).toEqual([]);
  });

  it('reads a refusal in plain words', async () => {
    const adapter = platforms.adapter(id);
    const callback = await passConsent(startConsent(adapter).consentUrl, { decision: 'deny' });
    expect(adapter.readRefusal(callback.searchParams)).toMatch(/was not granted/);
  });

  it('refuses a code that was already used', async () => {
    const adapter = platforms.adapter(id);
    const { consentUrl, redirectUri, codeVerifier } = startConsent(adapter);
    const { searchParams: query } = await passConsent(consentUrl, { decision: 'allow' });
    await adapter.completeConsent({ query, redirectUri, codeVerifier });
    const error = await failureOf(adapter.completeConsent({ query, redirectUri, codeVerifier }));
    expect(['fail', 'reconnect']).toContain(error.outcome);
  });

  it('lists the accounts that can be queried, ids as text', async () => {
    const accounts = await platforms.adapter(id).listAccounts(callWith(await platforms.connect(id)));
    expect(accounts).toHaveLength(rowsPerAccount.length);
    for (const account of accounts) {
      expect(account.id).toMatch(facts[id].accountId);
      expect(account.name).not.toBe('');
      expect(account.currency).toMatch(/^[A-Z]{3}$/);
      expect(account.timeZone).toContain('/');
    }
  });

  it('reads the rows of every account in the shape of the contract', async () => {
    const call = callWith(await platforms.connect(id));
    const adapter = platforms.adapter(id);
    const rowsOfAccounts = [];
    for (const account of await adapter.listAccounts(call)) {
      rowsOfAccounts.push((await adapter.readInsights(call, { account, range: week })).rows);
    }
    expect(rowsOfAccounts.map((rows) => rows.length)).toEqual(rowsPerAccount);
    const schema = insightFacts[id].row;
    for (const row of rowsOfAccounts.flat()) {
      expect(schema.safeParse(row).error).toBeUndefined();
      expect(Object.keys(row).toSorted()).toEqual(Object.keys(schema.shape).toSorted());
    }
  });

  it('reports a revoked grant as dead, and lets it be revoked again', async () => {
    const grant = await platforms.connect(id);
    const adapter = platforms.adapter(id);
    await adapter.revoke(grant.tokens);
    await adapter.revoke(grant.tokens);
    expect((await failureOf(adapter.listAccounts(callWith(grant)))).outcome).toBe(deadToken);
  });

  it('gives up when there is no response', async () => {
    const call = callWith(await platforms.connect(id));
    await platforms.order(id, { kind: 'timeout', count: 3, path: accountsPath });
    platforms.setLimits({ firstByteMs: 150, totalMs: 300 });
    const error = await failureOf(platforms.adapter(id).listAccounts(call));
    expect(error).toMatchObject({ outcome: 'retry', providerCode: 'TimeoutError' });
  });

  it.each([
    ['expired-token', deadToken],
    ['revoked', deadToken],
    ['permission', 'account'],
  ])('classifies %s while reading rows as %s', async (kind, outcome) => {
    const { adapter, call, account } = await platforms.open(id);
    await platforms.order(id, { kind, path: insightsPath });
    expect((await failureOf(adapter.readInsights(call, { account, range: week }))).outcome).toBe(outcome);
  });

  it('reports a permission that the grant lacks', async () => {
    const call = callWith(await platforms.connect(id));
    await platforms.order(id, { kind: 'missing-scope', path: accountsPath });
    expect((await failureOf(platforms.adapter(id).listAccounts(call))).outcome).toBe('scope-missing');
  });

  it('refuses a malformed account id without a call', async () => {
    const { adapter, call, account: own } = await platforms.open(id);
    const before = await platforms.countCalls();
    const account = { ...own, id: '../me?' };
    const insights = adapter.readInsights(call, { account, range: week });
    expect((await failureOf(insights)).outcome).toBe('account');
    expect((await failureOf(readParts(adapter, call, account, week))).outcome).toBe('account');
    expect(await platforms.countCalls()).toBe(before);
  });

  it('keeps tokens and secrets out of logs and errors', async () => {
    const { adapter, call, account, grant } = await platforms.open(id);
    await platforms.order(id, { kind: 'revoked', path: insightsPath });
    const error = await failureOf(adapter.readInsights(call, { account, range: week }));
    const { logLines, sandbox } = platforms;
    expect(logLines.length).toBeGreaterThan(3);
    const written = [...logLines, JSON.stringify(error), error.message, error.stack].join('\n');
    const appSecrets = Object.entries(sandbox.environment).filter(([name]) => name.endsWith('_SECRET'));
    const secrets = [grant.tokens.accessToken, grant.tokens.refreshToken, ...appSecrets.map(([, value]) => value)];
    expect(secrets.filter((secret) => secret !== null && written.includes(secret))).toEqual([]);
  });

  describe('days to be stored', () => {
    it('covers the range with parts, newest days first, without duplicate days', async () => {
      const { adapter, call, account } = await platforms.open(id);
      const range = { since: addDays(week.until, -2 * spanDays), until: week.until };
      const parts = await readParts(adapter, call, account, range);
      expect(parts).toHaveLength(3);
      expect(parts[0]?.range.until).toBe(range.until);
      expect(parts.at(-1)?.range.since).toBe(range.since);
      for (const [index, part] of parts.slice(1).entries())
        expect(part.range.until).toBe(addDays(parts[index]?.range.since ?? '', -1));
      for (const { range: span, days } of parts)
        for (const [day, rows] of days) {
          expect(day >= span.since && day <= span.until).toBe(true);
          expect(rows).not.toEqual([]);
        }
    });

    it('returns the same for a day, whatever range it is read in', async () => {
      const { adapter, call, account } = await platforms.open(id);
      const inMonths = flatten(await readParts(adapter, call, account, { ...week, since: addDays(week.until, -40) }));
      const inWeek = flatten(await readParts(adapter, call, account, week));
      expect(inWeek.length).toBeGreaterThan(13);
      expect(inMonths.filter((row) => row.slice(0, 10) >= week.since)).toEqual(inWeek);
    });

    it.each(['reset', 'truncated', '500'])('takes nothing from a broken response (%s) and retries', async (kind) => {
      const { adapter, call, account } = await platforms.open(id);
      const whole = flatten(await readParts(adapter, call, account, week));
      await platforms.order(id, { kind, path: insightsPath });
      expect(flatten(await readParts(adapter, call, account, week))).toEqual(whole);
      expect(await platforms.readOpenFaults()).toEqual([]);
    });

    it.each([
      ['revoked', deadToken],
      ['permission', 'account'],
    ])('keeps the newest days when the rest cannot be read (%s)', async (kind, outcome) => {
      const { adapter, call, account } = await platforms.open(id);
      const range = { since: addDays(week.until, -spanDays), until: week.until };
      const parts = openParts(adapter, call, account, range);
      const first = await parts.next();
      expect(first.done ? undefined : first.value.range).toEqual({ ...range, since: addDays(range.since, 1) });
      await platforms.order(id, { kind, path: insightsPath });
      expect((await failureOf(parts.next())).outcome).toBe(outcome);
    });

    it('is canceled with the caller', async () => {
      const { adapter, call, account } = await platforms.open(id);
      await platforms.order(id, { kind: 'timeout', path: insightsPath });
      const caller = new AbortController();
      const reading = readParts(adapter, { ...call, signal: caller.signal }, account, week);
      caller.abort(new Error('the lease is lost'));
      await expect(reading).rejects.toThrow('the lease is lost');
    });

    it('says in plain words how conversions are attributed', () => {
      const { attribution, settledAfterDays } = platforms.adapter(id);
      expect(attribution).toMatch(/conversion/i);
      expect(settledAfterDays).toBeGreaterThanOrEqual(28);
    });
  });
});

describe('the days of a range', () => {
  const range = { since: addDays(week.until, -120), until: week.until };

  it.each(['google', 'facebook'] as const)('are the rows that the Preview of %s shows', async (id) => {
    const { adapter, call, account } = await platforms.open(id);
    const shown: string[] = [];
    let after: string | null = null;
    do {
      const page: InsightsPage<FacebookRow | GoogleRow> = await adapter.readInsights(call, { account, range, after });
      shown.push(...page.rows.map((row) => `${row.date} ${JSON.stringify(row)}`));
      ({ after } = page);
    } while (after !== null);
    expect(shown.length).toBeGreaterThan(200);
    expect(flatten(await readParts(adapter, call, account, range))).toEqual(shown.toSorted());
  });

  it("add up to TikTok's campaign totals over the range", async () => {
    const { adapter, call, account } = await platforms.open('tiktok');
    const { rows } = await adapter.readInsights(call, { account, range });
    const parts = await Array.fromAsync(adapter.ads.readDays(call, { account, range, level: 'campaign' }));
    const days = parts.flatMap((part) => part.rows);
    const sums = rows.map((row) => {
      const ofCampaign = days.filter((day) => day.id === row.campaign_id);
      return (['spend', 'clicks', 'impressions', 'conversions'] as const).map((name) =>
        Number(ofCampaign.reduce((total, day) => total + Number(day[name]), 0).toFixed(3)),
      );
    });
    expect(sums).toEqual(rows.map((row) => [row.spend, row.clicks, row.impressions, row.conversion]));
    expect(sums.filter(([spend = 0]) => spend > 0)).toHaveLength(6);
  });
});

it.each([
  ['google', 'https://www.googleapis.com/auth/adwords'],
  ['facebook', 'ads_read'],
] as const)('%s: reports a cleared box as not granted', async (id, scope) => {
  const grant = await platforms.connect(id, [scope]);
  expect(grant.grantedScopes).not.toContain(scope);
  expect((await failureOf(platforms.adapter(id).listAccounts(callWith(grant)))).outcome).toBe('scope-missing');
});

it('has no adapter where the credentials are missing', () => {
  const registry = createPlatformRegistry(parseEnv({ NODE_ENV: 'test' }), pino({ level: 'silent' }));
  expect(registry).toEqual({ google: null, facebook: null, tiktok: null });
});
