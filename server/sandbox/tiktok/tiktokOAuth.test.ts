import { afterAll, describe, expect, it } from 'vitest';
import { createClock } from '../support/clock.ts';
import { startSandbox } from '../startSandbox.ts';
import { createTikTokGrants } from './grants.ts';
import { testApp, createTikTokClient } from './testing/tiktokClient.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const tiktok = createTikTokClient(sandbox.url);
let { accessToken, advertisers } = await tiktok.signIn();

const get = (path: string, parameters: Record<string, unknown>, token = accessToken) =>
  tiktok.get(path, parameters, token);

describe('authorization', () => {
  it('exchanges a code once, with the right secret', async () => {
    const code = await tiktok.authorize();
    const wrong = await tiktok.post('/oauth2/access_token/', { ...testApp, secret: 'wrong', auth_code: code });
    expect(wrong.code).toBe(40113);
    const granted = await tiktok.post('/oauth2/access_token/', { ...testApp, auth_code: code });
    expect(granted).toMatchObject({
      code: 0,
      message: 'OK',
      data: { access_token: expect.any(String), advertiser_ids: advertisers, scope: expect.arrayContaining([4]) },
    });
    expect(granted.data).not.toHaveProperty('expires_in');
    expect((await tiktok.post('/oauth2/access_token/', { ...testApp, auth_code: code })).code).toBe(40110);
    expect((await tiktok.post('/oauth2/access_token/', testApp)).code).toBe(40002);
  });

  it('expires codes after an hour', () => {
    let now = 0;
    const grants = createTikTokGrants(createClock(() => now));
    const [late, intime] = [grants.issueCode({ advertiserIds: [] }), grants.issueCode({ advertiserIds: [] })];
    now = 3_599_000;
    expect(grants.redeemCode(intime).accessToken).toEqual(expect.any(String));
    now = 3_600_000;
    expect(() => grants.redeemCode(late)).toThrow('expired');
  });

  it.each([
    ['an unknown app', { app_id: '1' }],
    ['a foreign redirect address', { redirect_uri: 'https://attacker.example/auth/tiktok/callback' }],
  ])('shows a page and does not redirect for %s', async (_what, parameters) => {
    const response = await fetch(tiktok.authAddress(parameters), { redirect: 'manual' });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toContain('text/html');
  });

  it('gives access only to the ticked advertisers', async () => {
    const [first = '', second = ''] = advertisers;
    const one = await tiktok.signIn([first]);
    expect(one.advertisers).toEqual([second]);
    const reached = await get('/oauth2/advertiser/get/', testApp, one.accessToken);
    expect(reached.data.list).toEqual([{ advertiser_id: second, advertiser_name: expect.stringContaining('Sandbox') }]);
    const refused = await get('/campaign/get/', { advertiser_id: first }, one.accessToken);
    expect(refused).toMatchObject({ code: 40001, message: `No permission to operate advertiser ${first}.` });
  });

  it('ends a token on revocation, and all tokens on demand', async () => {
    const [leaving, staying] = [await tiktok.signIn(), await tiktok.signIn()];
    const revoked = await tiktok.post('/oauth2/revoke_token/', { ...testApp, access_token: leaving.accessToken });
    expect(revoked.data).toEqual({ app_id: testApp.app_id, advertiser_ids: advertisers });
    expect((await get('/oauth2/advertiser/get/', testApp, leaving.accessToken)).code).toBe(40105);
    expect((await get('/oauth2/advertiser/get/', testApp, staying.accessToken)).code).toBe(0);
    await fetch(`${sandbox.url}/control/tiktok/revoke-tokens`, { method: 'POST' });
    expect((await get('/oauth2/advertiser/get/', testApp, staying.accessToken)).code).toBe(40105);
    ({ accessToken } = await tiktok.signIn());
  });
});

describe('every call', () => {
  it('requires the Access-Token header and a trailing slash in the path', async () => {
    expect((await get('/campaign/get/', { advertiser_id: advertisers[0] }, '')).code).toBe(40104);
    expect((await get('/campaign/get/', { advertiser_id: advertisers[0] }, 'unknown')).code).toBe(40105);
    const headers = { 'Access-Token': accessToken };
    for (const path of ['/campaign/get', '/oauth2/access_token', '/campaign/nothing/', '/']) {
      const response = await fetch(`${sandbox.url}/open_api/v1.3${path}`, { headers });
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toContain('text/plain');
      expect(await response.text()).toBe('404 page not found');
    }
  });
});
