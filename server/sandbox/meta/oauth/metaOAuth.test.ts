import { afterAll, describe, expect, it } from 'vitest';
import { createClock } from '../../support/clock.ts';
import { startSandbox } from '../../startSandbox.ts';
import { createMetaGrants } from './grants.ts';
import { redirectUri, createGraphClient } from '../testing/graphClient.ts';
import { redirectOf, submitConsent } from '#testing/api/submitConsent.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const graph = createGraphClient(sandbox.url);

describe('the dialog', () => {
  it('leads from consent and code to a long-lived token with the granted permissions', async () => {
    const allowed = await submitConsent(graph.dialogAddress(), { button: 'Allow' });
    const target = redirectOf(allowed);
    expect(`${target.origin}${target.pathname}`).toBe(redirectUri);
    expect(target.searchParams.get('state')).toBe('state-1');

    const code = target.searchParams.get('code') ?? '';
    const short = await graph.exchange({ code, redirect_uri: redirectUri });
    expect(short.body).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 5400 });
    expect(short.response.headers.get('facebook-api-version')).toBe('v26.0');

    const long = await graph.exchange({
      grant_type: 'fb_exchange_token',
      fb_exchange_token: short.body.access_token ?? '',
    });
    expect(long.body.expires_in).toBe(5_183_944);
    const accessToken = long.body.access_token ?? '';

    const app = await graph.exchange({ grant_type: 'client_credentials' });
    const inspected = await graph.get('/debug_token', {
      input_token: accessToken,
      access_token: app.body.access_token ?? '',
    });
    expect(inspected.body.data).toMatchObject({
      app_id: '417700000000123',
      type: 'USER',
      is_valid: true,
      user_id: '122000000000501',
      scopes: expect.arrayContaining(['ads_read', 'leads_retrieval', 'public_profile']),
    });

    const me = await graph.get('/me', { access_token: accessToken, fields: 'id,name,email' });
    // The e-mail permission was not granted, so the address is missing.
    expect(me.body).toEqual({ id: '122000000000501', name: 'Sam Sandbox' });
  });

  it('accepts a code once, with the same redirect address and the right app and secret', async () => {
    const code = await graph.consent();
    const wrongSecret = await graph.exchange({ code, redirect_uri: redirectUri, client_secret: 'wrong' });
    expect(wrongSecret.response.status).toBe(400);
    expect(wrongSecret.body.error).toMatchObject({ code: 1, type: 'OAuthException' });
    const wrongApp = await graph.exchange({ code, redirect_uri: redirectUri, client_id: '1' });
    expect(wrongApp.body.error).toMatchObject({ code: 101 });
    const elsewhere = await graph.exchange({ code, redirect_uri: `${redirectUri}/` });
    expect(elsewhere.body.error).toMatchObject({ code: 100, error_subcode: 36008 });

    expect((await graph.exchange({ code, redirect_uri: redirectUri })).response.status).toBe(200);
    const again = await graph.exchange({ code, redirect_uri: redirectUri });
    expect(again.response.status).toBe(400);
    expect(again.body.error).toMatchObject({
      message: 'This authorization code has been used.',
      code: 100,
      error_subcode: 36009,
      fbtrace_id: expect.any(String),
    });
    expect(again.response.headers.get('www-authenticate')).toBe(
      'OAuth "Facebook Platform" "invalid_code" "This authorization code has been used."',
    );
  });

  it.each([
    ['an unknown app', { client_id: '1' }],
    ['a foreign redirect address', { redirect_uri: 'https://attacker.example/auth/facebook/callback' }],
    ['the callback of another platform', { redirect_uri: 'http://localhost:3000/auth/google/callback' }],
    ['an unknown permission', { scope: 'ads_read,read_everything' }],
  ])('shows a page and does not redirect for %s', async (_what, parameters) => {
    const response = await fetch(graph.dialogAddress(parameters), { redirect: 'manual' });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('location')).toBeNull();
  });

  it('escapes parameters', async () => {
    const page = await (await fetch(graph.dialogAddress({ state: '"><script>alert(1)</script>' }))).text();
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('&lt;script&gt;');
  });
});

describe('the grant', () => {
  it('excludes an unticked ad account from lists and reads', async () => {
    const all = await graph.accountIds(await graph.signIn());
    const [first = '', ...others] = all;
    const accessToken = await graph.signIn([first.slice('act_'.length)]);
    expect(await graph.accountIds(accessToken)).toEqual(others);
    const hidden = await graph.get(`/${first}/insights`, { access_token: accessToken });
    expect(hidden.body.error).toMatchObject({ code: 100, error_subcode: 33 });
  });

  it('ends without affecting another grant of the same person', async () => {
    const [leaving, staying] = [await graph.signIn(), await graph.signIn()];
    const remove = (path: string) =>
      fetch(`${sandbox.url}/v26.0/me/permissions${path}?access_token=${leaving}`, { method: 'DELETE' });
    expect(await (await remove('/ads_read')).json()).toEqual({ success: true });
    expect((await graph.get('/me/adaccounts', { access_token: leaving })).body.error).toMatchObject({ code: 200 });
    expect(await (await remove('')).json()).toEqual({ success: true });

    const gone = await graph.get('/me/adaccounts', { access_token: leaving });
    expect(gone.body.error).toMatchObject({ code: 190, error_subcode: 458 });
    expect(gone.response.headers.get('www-authenticate')).toContain('"invalid_token"');
    expect(await graph.accountIds(staying)).toHaveLength(3);
    const inspected = await graph.get('/debug_token', {
      input_token: leaving,
      access_token: '417700000000123|meta-sandbox-secret-0001',
    });
    expect(inspected.response.status).toBe(200);
    expect(inspected.body.data).toMatchObject({ is_valid: false, error: { code: 190, subcode: 458 }, scopes: [] });
  });

  it('expires all tokens on demand, and refuses to exchange expired tokens', async () => {
    const accessToken = await graph.signIn();
    await fetch(`${sandbox.url}/control/facebook/expire-tokens`, { method: 'POST' });
    const me = await graph.get('/me', { access_token: accessToken });
    expect(me.body.error).toMatchObject({ code: 190, error_subcode: 463 });
    const exchanged = await graph.exchange({ grant_type: 'fb_exchange_token', fb_exchange_token: accessToken });
    expect(exchanged.body.error).toMatchObject({ code: 190, error_subcode: 463 });
    expect(await graph.accountIds(await graph.signIn())).toHaveLength(3);
  });
});

it('expires codes after ten minutes and short-lived tokens after an hour and a half', () => {
  let now = Date.parse('2026-11-21T10:00:00Z');
  const grants = createMetaGrants(createClock(() => now));
  const grant = {
    granted: new Set<string>(),
    declined: new Set<string>(),
    accountIds: new Set<string>(),
    pageIds: new Set<string>(),
    removed: false,
  };
  const [late, intime] = [grants.issueCode(grant, redirectUri), grants.issueCode(grant, redirectUri)];
  now += 599_000;
  const token = grants.redeemCode(intime, redirectUri);
  now += 1_000;
  expect(() => grants.redeemCode(late, redirectUri)).toThrow('expired');
  now += 5_398_000;
  expect(grants.require(token.value)).toBe(token);
  now += 1_000;
  expect(() => grants.require(token.value)).toThrow('Session has expired');
});
