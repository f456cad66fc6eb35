import { randomBytes } from 'node:crypto';
import { sql } from '#server/database/drizzle.ts';
import { describe, expect, it } from 'vitest';
import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { connectedAccounts, disconnect, listConnections } from '#shared/contracts/connections.ts';
import { messages } from '#shared/messages.ts';
import { platformIds } from '#shared/platforms.ts';
import { connections } from '#server/database/schema.ts';
import { createSecretBox } from '#server/lib/crypto/aesSecretBox.ts';
import { listStoredAccounts } from '#server/modules/ads/accounts/adAccounts.store.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { platformOf } from '#server/providers/platformOf.ts';
import { connectPlatform, passConsent } from '#testing/api/connectPlatform.ts';
import { clearFaults, orderFaults } from '#testing/sandbox/sandboxControl.ts';
import { findConnection, saveTokens } from './connections.store.ts';
import { createBeginGrant } from '#server/flows/grants/beginGrant.ts';
import { storeGrant } from './consent/storeGrant.ts';
import { sealTokens } from './access/tokens.ts';
import {
  api,
  newPerson,
  newConnected,
  countCalls,
  requireRow,
  tokensOf,
  stateOf,
  endIn,
  otherProcess,
  listAs,
} from './testing/connectionTests.ts';

describe('GET /connections', () => {
  it('needs a session', async () => {
    expect(await api.request(listConnections, {})).toMatchObject({ status: 401, body: { code: 'SESSION_EXPIRED' } });
    expect(await api.request(connectedAccounts, {})).toMatchObject({ status: 401, body: { code: 'SESSION_EXPIRED' } });
  });

  it('shows all platforms, with the caller’s connections only', async () => {
    const person = await newConnected('google');
    await newConnected('facebook');
    await listAs(person, 'google');
    const { status, body } = await api.request(listConnections, { token: person.token });
    expect(status).toBe(200);
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    const absent = {
      state: 'disconnected',
      reason: null,
      missingScopes: [],
      canExport: false,
      connectedAt: null,
      expiresAt: null,
      lastGoodCallAt: null,
      assets: [],
    };
    expect(body.data).toEqual([
      {
        // `expiresAt` is null too: for the user, a self-renewing grant does not expire.
        ...absent,
        platform: 'google',
        state: 'connected',
        canExport: true,
        connectedAt: instant,
        lastGoodCallAt: instant,
        assets: expect.any(Array),
      },
      { ...absent, platform: 'facebook' },
      { ...absent, platform: 'tiktok' },
    ]);
  });

  it('returns connected accounts on both levels [S7.CA.1] [S3.CONN.1]', async () => {
    const person = await newPerson();
    for (const platform of platformIds) await connectPlatform(api, person, platform);
    const { body } = await api.request(connectedAccounts, { token: person.token });
    const { data, ...outer } = body.data;
    expect(outer).toEqual(data);
    expect(data).toMatchObject({ google: true, facebook: true, tiktok: true });
    expect(data.accounts.map(({ platform }: { platform: string }) => platform)).toEqual([...platformIds]);
    expect(Object.keys(data.accounts[0] ?? {})).toEqual(['platform', 'externalId', 'name', 'connectedAt']);
  });
});

describe('DELETE /connections/:platform', () => {
  it('needs a session and a connection', async () => {
    const person = await newPerson();
    await newConnected('google');
    const params = { platform: 'google' } as const;
    expect(await api.request(disconnect, { params })).toMatchObject({ status: 401 });
    expect(await api.request(disconnect, { params, token: person.token })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    const elsewhere = await fetch(`${api.url}/api/connections/myspace`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${person.token}` },
    });
    expect(elsewhere.status).toBe(400);
  });

  it.each(platformIds)('revokes at %s and deletes tokens and ad accounts', async (platform) => {
    // No other account uses the sandbox's identity, so the grant itself may be revoked.
    await api.context.db.delete(connections);
    const person = await newConnected(platform);
    const { accessToken } = await tokensOf(person, platform);
    await api.request(listAdAccounts[platform], { token: person.token });
    expect(await listStoredAccounts(api.context.db, person.workspaceId, platform)).not.toEqual([]);

    const { status, body } = await api.request(disconnect, { params: { platform }, token: person.token });
    expect(status).toBe(200);
    expect(body.message).toBe(
      platform === 'google' ? messages.connections.disconnectedGoogle : messages.connections.disconnected(platform),
    );
    expect(await findConnection(api.context.db, person.workspaceId, platform)).toBeNull();
    expect(await listStoredAccounts(api.context.db, person.workspaceId, platform)).toEqual([]);
    expect(await stateOf(person, platform)).toMatchObject({ state: 'disconnected' });
    const call = { accessToken, patience: 'interactive' } as const;
    await expect(platformOf(api.context.platforms, platform).listAccounts(call)).rejects.toBeInstanceOf(ProviderError);
  });

  it('keeps the grant alive while another person here uses the same identity', async () => {
    const [first, second] = [await newConnected('google'), await newConnected('google')];
    const revokes = await countCalls('google POST /revoke');
    expect((await api.request(disconnect, { params: { platform: 'google' }, token: first.token })).status).toBe(200);
    expect(await countCalls('google POST /revoke')).toBe(revokes);
    await listAs(second, 'google');
  });

  it('deletes the tokens even when the platform cannot be reached', async () => {
    await api.context.db.delete(connections);
    const person = await newConnected('tiktok');
    await orderFaults(api.sandbox, { provider: 'tiktok', path: 'revoke', kind: 'permission', count: 20 });
    expect((await api.request(disconnect, { params: { platform: 'tiktok' }, token: person.token })).status).toBe(200);
    await clearFaults(api.sandbox);
    expect(await findConnection(api.context.db, person.workspaceId, 'tiktok')).toBeNull();
  });
});

describe('a new consent', () => {
  it('deletes the old ad accounts for another identity and keeps them for the same identity', async () => {
    const person = await newConnected('google');
    await api.request(listAdAccounts.google, { token: person.token });
    await connectPlatform(api, person, 'google');
    expect(await listStoredAccounts(api.context.db, person.workspaceId, 'google')).not.toEqual([]);
    await api.context.db.execute(
      sql`update connections set external_id = 'somebody else' where workspace_id = ${person.workspaceId}`,
    );
    await connectPlatform(api, person, 'google');
    expect(await listStoredAccounts(api.context.db, person.workspaceId, 'google')).toEqual([]);
  });

  it('without a refresh token keeps the old token of the same identity only', async () => {
    const person = await newConnected('google');
    const { refreshToken } = await tokensOf(person, 'google');
    const { externalId, externalName, grantedScopes } = await requireRow(person, 'google');
    const consentAs = (identity: string) =>
      api.context.db.transaction((tx) =>
        storeGrant(
          tx,
          { ...api.context, beginGrant: createBeginGrant(api.context) },
          { ...person, members: [person.userId], platform: 'google' },
          {
            tokens: { accessToken: 'sample-access', refreshToken: null, expiresAt: null },
            externalId: identity,
            externalName,
            grantedScopes,
          },
        ),
      );
    await consentAs(externalId);
    expect(await tokensOf(person, 'google')).toEqual({ accessToken: 'sample-access', refreshToken, expiresAt: null });
    await consentAs('somebody else');
    expect((await tokensOf(person, 'google')).refreshToken).toBeNull();
  });
});

describe('tokens at rest', () => {
  it('are encrypted in every table, even in a grant that waits for its owner', async () => {
    const person = await newPerson();
    for (const platform of platformIds) {
      await connectPlatform(api, person, platform);
      await passConsent(api, { ...person, platform });
    }
    const secrets = await Promise.all(platformIds.map((platform) => tokensOf(person, platform)));
    const plain = secrets.flatMap(({ accessToken, refreshToken }) => [
      accessToken,
      ...(refreshToken ? [refreshToken] : []),
    ]);
    expect(plain).toHaveLength(4);
    const { rows: tables } = await api.context.pool.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const dumps = await Promise.all(
      tables.map(({ name }) =>
        api.context.pool.query<{ dump: string | null }>(`select string_agg(t::text, ' ') as dump from ${name} t`),
      ),
    );
    const dump = dumps.map(({ rows }) => rows[0]?.dump ?? '').join('\n');
    expect(dump).toContain(person.workspaceId);
    expect(dump).toContain('v1.');
    for (const token of plain) expect(dump).not.toContain(token);
    // All sandbox tokens have the same prefix, so an unencrypted one would be found in waiting grants.
    for (const token of plain) expect(dump).not.toContain(token.slice(0, 8));
  });

  it('survive a key change and use the new key from the next refresh on', async () => {
    const person = await newConnected('google');
    const [oldKey, newKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
    const before = createSecretBox([oldKey]);
    const sealed = sealTokens(before, { ...person, platform: 'google' }, await tokensOf(person, 'google'));
    await saveTokens(api.context.db, await requireRow(person, 'google'), sealed);
    const rotating = otherProcess({ secrets: createSecretBox([newKey, oldKey]) });
    const afterwards = otherProcess({ secrets: createSecretBox([newKey]) });

    await listAs(person, 'google', rotating);
    await expect(listAs(person, 'google', afterwards)).rejects.toThrow('ENCRYPTION_KEY');
    await endIn(person, 'google', -1);
    await listAs(person, 'google', rotating);
    await listAs(person, 'google', afterwards);
  });

  it('cannot be decrypted in another person’s row', async () => {
    const [person, thief] = [await newConnected('google'), await newConnected('google')];
    const row = await requireRow(person, 'google');
    await api.context.db.execute(
      sql`update connections set access_token = ${row.accessToken} where workspace_id = ${thief.workspaceId}`,
    );
    await expect(listAs(thief, 'google')).rejects.toThrow('belongs to another place');
  });
});
