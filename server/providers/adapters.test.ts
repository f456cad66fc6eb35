import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insightFacts } from '#shared/insights.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { parseEnv } from '../config/env.ts';
import { createPlatformRegistry } from './registry.ts';
import { callWith, failureOf, startConsent, startPlatforms, week } from './testing/startPlatforms.ts';
import type { TestPlatforms } from './testing/startPlatforms.ts';
import { passConsent } from './testing/passConsent.ts';

/**
 * Runs every adapter against the sandbox over real HTTP. One suite, because the server relies on the same behavior of
 * each.
 */

/** Differences: paths that faults are ordered for, the response to a dead token, the sandbox's sample data. */
const facts = {
  google: {
    rowsPerAccount: [14, 9],
    accountId: /^\d{10}$/,
    accountsPath: 'listAccessibleCustomers',
    insightsPath: 'searchStream',
    deadToken: 'token-rejected',
  },
  facebook: {
    rowsPerAccount: [14, 0, 6],
    accountId: /^act_\d+$/,
    accountsPath: 'adaccounts',
    insightsPath: '/insights',
    deadToken: 'reconnect',
  },
  tiktok: {
    rowsPerAccount: [7, 5],
    accountId: /^\d+$/,
    accountsPath: 'advertiser/get',
    insightsPath: 'report/integrated',
    deadToken: 'reconnect',
  },
} as const satisfies Record<PlatformId, object>;

let platforms: TestPlatforms;

beforeAll(async () => {
  platforms = await startPlatforms();
});
afterAll(() => platforms.close());
beforeEach(() => platforms.reset());

describe.each(platformIds)('%s', (id) => {
  const { insightsPath, accountsPath, deadToken, rowsPerAccount } = facts[id];

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

  it('retries after a fault at the platform', async () => {
    const call = callWith(await platforms.connect(id));
    await platforms.order(id, { kind: '500', path: accountsPath });
    expect(await platforms.adapter(id).listAccounts(call)).toHaveLength(rowsPerAccount.length);
    expect(await platforms.readOpenFaults()).toEqual([]);
  });

  it.each(['reset', 'truncated'])('takes no row from a broken answer (%s) and reads again', async (kind) => {
    const call = callWith(await platforms.connect(id));
    const account = await platforms.firstAccount(id, call);
    const whole = await platforms.adapter(id).readInsights(call, { account, range: week });
    await platforms.order(id, { kind, path: insightsPath });
    expect(await platforms.adapter(id).readInsights(call, { account, range: week })).toEqual(whole);
    expect(await platforms.readOpenFaults()).toEqual([]);
  });

  it('gives up when there is no response', async () => {
    const call = callWith(await platforms.connect(id));
    await platforms.order(id, { kind: 'timeout', count: 3, path: accountsPath });
    platforms.setLimits({ firstByteMs: 150, totalMs: 300 });
    const error = await failureOf(platforms.adapter(id).listAccounts(call));
    expect(error).toMatchObject({ outcome: 'retry', providerCode: 'TimeoutError' });
  });

  it('is canceled with the caller, without counting as a platform fault', async () => {
    const call = callWith(await platforms.connect(id));
    await platforms.order(id, { kind: 'timeout', path: accountsPath });
    const caller = new AbortController();
    const listing = platforms.adapter(id).listAccounts({ ...call, signal: caller.signal });
    caller.abort(new Error('the person has gone'));
    await expect(listing).rejects.toThrow('the person has gone');
  });

  it.each([
    ['expired-token', deadToken],
    ['revoked', deadToken],
    ['permission', 'account'],
  ])('classifies %s while reading rows as %s', async (kind, outcome) => {
    const call = callWith(await platforms.connect(id));
    const account = await platforms.firstAccount(id, call);
    await platforms.order(id, { kind, path: insightsPath });
    const error = await failureOf(platforms.adapter(id).readInsights(call, { account, range: week }));
    expect(error.outcome).toBe(outcome);
  });

  it('reports a permission that the grant lacks', async () => {
    const call = callWith(await platforms.connect(id));
    await platforms.order(id, { kind: 'missing-scope', path: accountsPath });
    expect((await failureOf(platforms.adapter(id).listAccounts(call))).outcome).toBe('scope-missing');
  });

  it('refuses a malformed account id without a call', async () => {
    const call = callWith(await platforms.connect(id));
    const before = await platforms.countCalls();
    const account = { id: '../me?', loginCustomerId: null };
    const error = await failureOf(platforms.adapter(id).readInsights(call, { account, range: week }));
    expect(error.outcome).toBe('account');
    expect(await platforms.countCalls()).toBe(before);
  });

  it('keeps tokens and secrets out of logs and errors', async () => {
    const grant = await platforms.connect(id);
    const call = callWith(grant);
    const account = await platforms.firstAccount(id, call);
    await platforms.order(id, { kind: 'revoked', path: insightsPath });
    const error = await failureOf(platforms.adapter(id).readInsights(call, { account, range: week }));
    const { logLines, sandbox } = platforms;
    expect(logLines.length).toBeGreaterThan(3);
    const written = [...logLines, JSON.stringify(error), error.message, error.stack].join('\n');
    const appSecrets = Object.entries(sandbox.environment).filter(([name]) => name.endsWith('_SECRET'));
    const secrets = [grant.tokens.accessToken, grant.tokens.refreshToken, ...appSecrets.map(([, value]) => value)];
    expect(secrets.filter((secret) => secret !== null && written.includes(secret))).toEqual([]);
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
