import { afterAll, describe, expect, test } from 'vitest';
import { startSandbox } from '../../startSandbox.ts';
import { callJson, consent, consentAddress, exchangeForm, grantAccess, postToken } from '../googleTestClient.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());

const adwords = 'https://www.googleapis.com/auth/adwords';
const driveFile = 'https://www.googleapis.com/auth/drive.file';

type Tokens = { access_token: string; refresh_token: string; scope: string; error?: string };

const listAccounts = (token: string) => callJson(`${sandbox.url}/v26/customers:listAccessibleCustomers`, { token });

const readTokens = async (answer: Response): Promise<Tokens> => (await answer.json()) as Tokens;

const refresh = (token: string) => postToken(sandbox.url, { grant_type: 'refresh_token', refresh_token: token });

describe('consent and tokens', () => {
  test('a code gives tokens, which can be refreshed and revoked', async () => {
    const { location } = await consent(sandbox.url);
    expect(location.origin + location.pathname).toBe('http://localhost:3000/auth/google/callback');
    expect(location.searchParams.get('state')).toBe('state-1');
    const code = location.searchParams.get('code') ?? '';

    const first = await postToken(sandbox.url, exchangeForm(code));
    const tokens = await readTokens(first);
    expect(tokens).toMatchObject({ expires_in: 3599, token_type: 'Bearer', refresh_token: expect.any(String) });
    expect(tokens.scope).toBe(`openid https://www.googleapis.com/auth/userinfo.email ${adwords} ${driveFile}`);
    expect((await listAccounts(tokens.access_token)).status).toBe(200);

    const again = await postToken(sandbox.url, exchangeForm(code));
    expect([again.status, (await readTokens(again)).error]).toEqual([400, 'invalid_grant']);

    const refreshed = await readTokens(await refresh(tokens.refresh_token));
    expect(refreshed.refresh_token).toBeUndefined();
    expect((await listAccounts(refreshed.access_token)).status).toBe(200);

    const revoked = await fetch(`${sandbox.url}/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: refreshed.access_token }),
    });
    expect(revoked.status).toBe(200);
    expect((await listAccounts(tokens.access_token)).status).toBe(401);
    const dead = await refresh(tokens.refresh_token);
    expect([dead.status, await dead.json()]).toEqual([
      400,
      { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
    ]);
  });

  test('an unticked scope is missing from the grant, and adding it later extends the grant', async () => {
    const first = await consent(sandbox.url, { ticked: [driveFile] });
    const before = await readTokens(
      await postToken(sandbox.url, exchangeForm(first.location.searchParams.get('code') ?? '')),
    );
    expect(before.scope.split(' ')).not.toContain(adwords);
    const refused = await listAccounts(before.access_token);
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }] } },
    });

    const second = await consent(sandbox.url, {
      scope: adwords,
      cookie: first.cookie,
      parameters: { include_granted_scopes: 'true' },
    });
    const after = await readTokens(
      await postToken(sandbox.url, exchangeForm(second.location.searchParams.get('code') ?? '')),
    );
    expect(after.scope.split(' ')).toEqual(expect.arrayContaining([adwords, driveFile]));
  });

  test('a refresh token comes with offline access at the first consent, later only with prompt=consent', async () => {
    const withoutPrompt = { prompt: undefined };
    const first = await consent(sandbox.url, { parameters: withoutPrompt });
    const firstTokens = await readTokens(
      await postToken(sandbox.url, exchangeForm(first.location.searchParams.get('code') ?? '')),
    );
    expect(firstTokens.refresh_token).toEqual(expect.any(String));
    const second = await consent(sandbox.url, { parameters: withoutPrompt, cookie: first.cookie });
    const secondTokens = await readTokens(
      await postToken(sandbox.url, exchangeForm(second.location.searchParams.get('code') ?? '')),
    );
    expect(secondTokens.refresh_token).toBeUndefined();
    const online = await grantAccess(sandbox.url, { parameters: { access_type: 'online' } });
    expect(online.refresh_token).toBeUndefined();
  });

  test.each([
    ['another verifier', { code_verifier: 'x'.repeat(50) }, 400, 'invalid_grant'],
    [
      'another redirect address',
      { redirect_uri: 'http://localhost:3000/auth/google/callback/' },
      400,
      'redirect_uri_mismatch',
    ],
    ['another client', { client_id: 'nobody' }, 401, 'invalid_client'],
    ['a wrong secret', { client_secret: 'guess' }, 401, 'invalid_client'],
    ['an unknown code', { code: '4/0unknown' }, 400, 'invalid_grant'],
    ['an unknown grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ])('the exchange refuses %s', async (_name, change, status, error) => {
    const { location } = await consent(sandbox.url);
    const form = { ...exchangeForm(location.searchParams.get('code') ?? ''), ...change };
    const answer = await postToken(sandbox.url, form);
    expect([answer.status, (await readTokens(answer)).error]).toEqual([status, error]);
  });

  test('client credentials may come in the Authorization header', async () => {
    const { location } = await consent(sandbox.url);
    const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret } = sandbox.environment;
    const answer = await fetch(`${sandbox.url}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
      body: new URLSearchParams(exchangeForm(location.searchParams.get('code') ?? '')),
    });
    expect(answer.status).toBe(200);
  });

  test.each([
    ['client_id', 'nobody', 401],
    ['redirect_uri', 'https://elsewhere.example.test/auth/google/callback', 400],
    ['response_type', 'token', 400],
    ['scope', 'https://www.googleapis.com/auth/unheard-of', 400],
  ])('a request with a bad %s ends on a page, not in a redirect', async (name, value, status) => {
    const answer = await fetch(consentAddress(sandbox.url, { parameters: { [name]: value } }), { redirect: 'manual' });
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain('Access blocked');
  });

  test('the control call expires all access tokens, but not the refresh token', async () => {
    const tokens = await grantAccess(sandbox.url);
    await callJson(`${sandbox.url}/control/google/expire-tokens`, { method: 'POST' });
    const refused = await listAccounts(tokens.access_token);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain('invalid_token');
    expect((await refresh(tokens.refresh_token ?? '')).status).toBe(200);
  });
});
