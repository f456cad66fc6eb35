import { sql } from '#server/database/drizzle.ts';
import { describe, expect, it } from 'vitest';
import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { connectedAccounts } from '#shared/contracts/connections.ts';
import { messages } from '#shared/messages.ts';
import { newId } from '#server/lib/ids.ts';
import type { PlatformCall } from '#server/providers/calls/PlatformCall.ts';
import { platformOf } from '#server/providers/platformOf.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import {
  readConnectionFlags,
  releaseRefresh,
  saveTokens,
  takeRefresh,
} from '#server/modules/connections/connections.store.ts';
import type { ConnectionRow } from '#server/modules/connections/connections.store.ts';
import { openTokens, sealTokens } from './tokens.ts';
import {
  api,
  newPerson,
  newConnected,
  onSandbox,
  googleTokenCalls,
  requireRow,
  revokeAtGoogle,
  tokensOf,
  stateOf,
  endBackgroundReads,
  endIn,
  otherProcess,
  withGoogle,
  failure,
  access,
  listAs,
} from '#server/modules/connections/testing/connectionTests.ts';
import type { Person } from '#server/modules/connections/testing/connectionTests.ts';

/** Refreshes and stores the tokens like the process that holds the lease. */
const finishRefresh = async (row: ConnectionRow) => {
  const { db, platforms, secrets } = api.context;
  const before = openTokens(secrets, row);
  const renewed = await platformOf(platforms, 'google').refresh?.(before);
  if (!renewed) throw new Error('Google refreshes');
  const tokens = { ...renewed, refreshToken: before.refreshToken };
  const saved = await saveTokens(db, row, sealTokens(secrets, row, tokens));
  if (!saved) throw new Error('the row had not changed');
  return { accessToken: renewed.accessToken, saved };
};

describe('withAccess', () => {
  it('reports missing credentials or a missing connection', async () => {
    const person = await newPerson();
    await expect(listAs(person, 'google')).rejects.toMatchObject({ status: 403, code: 'NOT_CONNECTED' });
    const off = otherProcess({ platforms: { ...api.context.platforms, google: null } });
    await expect(access(off, person, 'google', () => Promise.resolve())).rejects.toMatchObject({
      status: 503,
      code: 'NOT_CONFIGURED',
    });
  });

  it.each([
    ['the token expires within minutes', (person: Person) => endIn(person, 'google', 4 * 60_000)],
    ['the token has expired', (person: Person) => endIn(person, 'google', -1)],
    ['the platform refuses the token', () => onSandbox('POST', '/control/google/expire-tokens')],
  ])('refreshes once for 20 calls in two processes when %s', async (_case, prepare) => {
    const person = await newConnected('google');
    // The automatic reads of a new connection would refresh too.
    await endBackgroundReads(person);
    const before = await tokensOf(person, 'google');
    const callsBefore = await googleTokenCalls();
    await prepare(person);
    const processes = [otherProcess(), otherProcess()];
    const used = await Promise.all(
      processes.flatMap((context) => Array.from({ length: 10 }, () => listAs(person, 'google', context))),
    );

    expect((await googleTokenCalls()) - callsBefore).toBe(1);
    const after = await tokensOf(person, 'google');
    expect(new Set(used)).toEqual(new Set([after.accessToken]));
    expect(after.accessToken).not.toBe(before.accessToken);
    expect(after.refreshToken).toBe(before.refreshToken);
    expect(await requireRow(person, 'google')).toMatchObject({
      version: 2,
      reconnectReason: null,
      leaseId: null,
      leasedUntil: null,
    });
  });

  it('does not refresh a token that is still valid', async () => {
    const person = await newConnected('google');
    const callsBefore = await googleTokenCalls();
    await endIn(person, 'google', 6 * 60_000);
    await listAs(person, 'google');
    expect(await googleTokenCalls()).toBe(callsBefore);
  });

  it('saves new tokens before they are used', async () => {
    const person = await newConnected('google');
    await endIn(person, 'google', -1);
    await access(api.context, person, 'google', async ({ accessToken }) => {
      expect((await tokensOf(person, 'google')).accessToken).toBe(accessToken);
    });
  });

  it('requires a new consent once the grant was revoked at Google', async () => {
    const person = await newConnected('google');
    await revokeAtGoogle(person);
    await expect(listAs(person, 'google')).rejects.toMatchObject({ name: 'ProviderError', outcome: 'reconnect' });

    expect(await stateOf(person, 'google')).toMatchObject({
      state: 'reconnect',
      reason: expect.stringMatching(/Google/),
      canExport: false,
    });
    expect((await readConnectionFlags(api.context.db, person.workspaceId)).google).toBe(false);
    const callsBefore = await googleTokenCalls();
    await expect(listAs(person, 'google')).rejects.toMatchObject({ status: 409, code: 'RECONNECT_NEEDED' });
    expect(await googleTokenCalls()).toBe(callsBefore);

    await connectPlatform(api, person, 'google');
    expect(await stateOf(person, 'google')).toMatchObject({ state: 'connected', reason: null });
    await listAs(person, 'google');
  });

  it.each([
    ['facebook', '/control/facebook/expire-tokens'],
    ['tiktok', '/control/tiktok/revoke-tokens'],
  ] as const)(
    'requires a new consent when %s refuses the token, and reports it in the API',
    async (platform, control) => {
      const person = await newConnected(platform);
      await onSandbox('POST', control);
      const answer = await api.request(listAdAccounts[platform], { token: person.token });
      expect(answer).toMatchObject({ status: 409, body: { success: false, code: 'RECONNECT_NEEDED' } });
      expect(await stateOf(person, platform)).toMatchObject({ state: 'reconnect' });
    },
  );

  it('detects an expired Facebook grant by its expiry time', async () => {
    const person = await newConnected('facebook');
    expect((await stateOf(person, 'facebook'))?.expiresAt).toEqual(expect.any(String));
    await endIn(person, 'facebook', -1);
    expect((await readConnectionFlags(api.context.db, person.workspaceId)).facebook).toBe(false);
    expect(await stateOf(person, 'facebook')).toMatchObject({
      state: 'reconnect',
      reason: messages.connections.expired('facebook'),
    });
    const { body } = await api.request(connectedAccounts, { token: person.token });
    expect(body.data).toMatchObject({ facebook: false, accounts: [] });
    await expect(
      access(api.context, person, 'facebook', () => Promise.reject(new Error('called'))),
    ).rejects.toMatchObject({
      code: 'RECONNECT_NEEDED',
    });
    expect((await requireRow(person, 'facebook')).reconnectReason).toBe(messages.connections.expired('facebook'));
  });

  it('uses a valid token while the token service is down, but not an expired one', async () => {
    const person = await newConnected('google');
    await endBackgroundReads(person);
    const context = withGoogle({ refresh: () => Promise.reject(failure('retry')) });
    const { accessToken } = await tokensOf(person, 'google');
    await endIn(person, 'google', 60_000);
    expect(await access(context, person, 'google', (call) => Promise.resolve(call.accessToken))).toBe(accessToken);
    await endIn(person, 'google', -1);
    await expect(listAs(person, 'google', context)).rejects.toMatchObject({ outcome: 'retry' });
    expect(await requireRow(person, 'google')).toMatchObject({
      reconnectReason: null,
      leaseId: null,
      leasedUntil: null,
      version: 1,
    });
    await listAs(person, 'google');
  });

  it('marks the connection as lost only when a new token is refused too', async () => {
    const person = await newConnected('google');
    const tokens: string[] = [];
    const refuse = (call: PlatformCall) => {
      tokens.push(call.accessToken);
      return Promise.reject(failure('token-rejected'));
    };
    await expect(access(api.context, person, 'google', refuse)).rejects.toMatchObject({ outcome: 'token-rejected' });
    expect(new Set(tokens).size).toBe(2);
    expect(await requireRow(person, 'google')).toMatchObject({
      reconnectReason: 'Sample reason: token-rejected',
      version: 2,
    });
  });

  it('passes on errors that concern one account only', async () => {
    const person = await newConnected('google');
    await endBackgroundReads(person);
    const before = await requireRow(person, 'google');
    await expect(access(api.context, person, 'google', () => Promise.reject(failure('account')))).rejects.toMatchObject(
      { outcome: 'account' },
    );
    expect(await requireRow(person, 'google')).toEqual(before);
  });

  it('shows a permission that was revoked at the platform as missing', async () => {
    const person = await newConnected('facebook');
    await endBackgroundReads(person);
    const { accessToken } = await tokensOf(person, 'facebook');
    await onSandbox('DELETE', `/v26.0/me/permissions/ads_read?access_token=${accessToken}`);
    expect((await stateOf(person, 'facebook'))?.missingScopes).toEqual([]);
    expect((await api.request(listAdAccounts.facebook, { token: person.token })).body).toMatchObject({
      code: 'SCOPE_MISSING',
    });
    expect((await stateOf(person, 'facebook'))?.missingScopes).toEqual(['Ad accounts and insights']);
  });

  it('retries with a consent that was stored while the old grant was refused', async () => {
    const person = await newConnected('google');
    let calls = 0;
    const used = await access(api.context, person, 'google', async (call) => {
      calls += 1;
      if (calls > 1) return call.accessToken;
      await connectPlatform(api, person, 'google');
      throw failure('reconnect');
    });
    expect(used).toBe((await tokensOf(person, 'google')).accessToken);
    expect(await requireRow(person, 'google')).toMatchObject({ reconnectReason: null, version: 2 });
  });

  it('never overwrites a newer consent with a slow refresh', async () => {
    const person = await newConnected('google');
    await endIn(person, 'google', -1);
    const google = platformOf(api.context.platforms, 'google');
    const context = withGoogle({
      refresh: async (tokens) => {
        const slow = await google.refresh?.(tokens);
        await connectPlatform(api, person, 'google');
        if (!slow) throw new Error('Google refreshes');
        return slow;
      },
    });
    const used = await listAs(person, 'google', context);
    expect(used).toBe((await tokensOf(person, 'google')).accessToken);
    expect((await requireRow(person, 'google')).version).toBe(2);
  });

  it('takes over a refresh from a dead process, but waits for a live one', async () => {
    const person = await newConnected('google');
    // A read in the background would refresh the token too.
    await endBackgroundReads(person);
    await endIn(person, 'google', -1);
    const row = await requireRow(person, 'google');
    expect(await takeRefresh(api.context.db, { ...row, leaseId: newId() })).toBe(true);
    expect(await takeRefresh(api.context.db, { ...row, leaseId: newId() })).toBe(false);

    const waiting = listAs(person, 'google');
    const { accessToken, saved } = await finishRefresh(row);
    expect(await waiting).toBe(accessToken);

    await endIn(person, 'google', -1);
    expect(await takeRefresh(api.context.db, { ...saved, leaseId: newId() })).toBe(true);
    await api.context.db.execute(
      sql`update connections set refreshing_until = now() where workspace_id = ${person.workspaceId}`,
    );
    expect(await listAs(person, 'google')).not.toBe(accessToken);
  });

  it('keeps the lease of a successor when a refresh fails after its own lease expired', async () => {
    const { db } = api.context;
    const person = await newConnected('google');
    await endBackgroundReads(person);
    const row = await requireRow(person, 'google');
    const [slow, successor, third] = [newId(), newId(), newId()].map((leaseId) => ({ ...row, leaseId }));
    if (!slow || !successor || !third) throw new Error('three were made');
    expect(await takeRefresh(db, slow)).toBe(true);
    await db.execute(sql`update connections set refreshing_until = now() where workspace_id = ${person.workspaceId}`);
    expect(await takeRefresh(db, successor)).toBe(true);
    await releaseRefresh(db, slow);
    expect(await takeRefresh(db, third)).toBe(false);
    await releaseRefresh(db, successor);
    expect(await takeRefresh(db, third)).toBe(true);
  });

  it('waits for the refresh of another process even if its own clock is a minute ahead', async () => {
    const person = await newConnected('google');
    await endBackgroundReads(person);
    await endIn(person, 'google', -1);
    const row = await requireRow(person, 'google');
    const callsBefore = await googleTokenCalls();
    expect(await takeRefresh(api.context.db, { ...row, leaseId: newId() })).toBe(true);

    let updates = 0;
    const db = new Proxy(api.context.db, {
      get: (target, key) => {
        if (key === 'update') updates += 1;
        return Reflect.get(target, key);
      },
    });
    const ahead = otherProcess({ db, clock: { now: () => new Date(Date.now() + 60_000) } });
    const waiting = listAs(person, 'google', ahead);
    // It has tried to take the lease, and tries again.
    await api.waitUntil(() => updates > 1);
    const { accessToken } = await finishRefresh(row);
    expect(await waiting).toBe(accessToken);
    expect((await googleTokenCalls()) - callsBefore).toBe(1);
  });

  it('records the last successful call, at most once a minute', async () => {
    const person = await newConnected('google');
    await endBackgroundReads(person);
    let now = api.context.clock.now();
    const context = otherProcess({ clock: { now: () => now } });
    const callAt = async (ms: number) => {
      now = new Date(now.getTime() + ms);
      await access(context, person, 'google', () => Promise.resolve());
      return (await requireRow(person, 'google')).lastGoodCallAt;
    };
    // The connection's own read has just recorded a call.
    const first = await callAt(60_000);
    expect(first).toEqual(now);
    expect(await callAt(59_000)).toEqual(first);
    expect(await callAt(1000)).toEqual(now);
  });
});
