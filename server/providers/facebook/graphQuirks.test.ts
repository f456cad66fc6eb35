import { afterEach, expect, it } from 'vitest';
import { startServer } from '../testing/startServer.ts';
import type { TestServer } from '../testing/startServer.ts';
import { createFacebookAdapter } from './adapter.ts';

/* Answers of the Graph API that the sandbox does not give, from a server of our own. */

let server: TestServer | undefined;
afterEach(() => server?.close());

type Answer = { status?: number; headers?: Record<string, string>; body: unknown };

/** An adapter whose Graph answers what `answer` says; `seen` lists the addresses that were called. */
const startGraph = async (answer: (url: URL) => Answer) => {
  const seen: URL[] = [];
  server = await startServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://graph.test');
    seen.push(url);
    const { status = 200, headers = {}, body } = answer(url);
    response.writeHead(status, headers).end(JSON.stringify(body));
  });
  const { url: graphUrl } = server;
  const app = { appId: '417700000000123', appSecret: 'meta-sandbox-secret-0001' };
  return { adapter: createFacebookAdapter({ ...app, dialogUrl: graphUrl, graphUrl }), seen };
};

const account = { id: 'act_900100200300', loginCustomerId: null };
const range = { since: '2026-11-01', until: '2026-11-07' };
const call = { accessToken: 'EAASANDBOXUSERTOKEN0001', patience: 'interactive' } as const;

const tooMuch = {
  error: {
    message: "Please reduce the amount of data you're asking for, then retry your request",
    code: 1,
    error_subcode: 99,
  },
};

it('halves the page until Meta can carry it', async () => {
  const { adapter, seen } = await startGraph((url) =>
    Number(url.searchParams.get('limit')) > 30 ? { status: 500, body: tooMuch } : { body: { data: [] } },
  );
  expect(await adapter.readInsights(call, { account, range, limitRows: 100, after: 'MQZDZD' })).toEqual({
    rows: [],
    after: null,
  });
  expect(seen.map((url) => url.searchParams.get('limit'))).toEqual(['100', '50', '25']);
  expect(seen.map((url) => url.searchParams.get('after'))).toEqual(['MQZDZD', 'MQZDZD', 'MQZDZD']);
});

it('gives the account up when not even one row can be carried', async () => {
  const { adapter } = await startGraph(() => ({ status: 500, body: tooMuch }));
  const reading = adapter.readInsights(call, { account, range, limitRows: 4 });
  await expect(reading).rejects.toMatchObject({
    outcome: 'account',
    userMessage: expect.stringContaining('shorter range'),
  });
});

it('proves every call with the secret, and asks for exactly what the row needs', async () => {
  const { adapter, seen } = await startGraph(() => ({ body: { data: [] } }));
  await adapter.readInsights(call, { account, range });
  const [url] = seen;
  expect(url?.pathname).toBe('/v26.0/act_900100200300/insights');
  expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
    level: 'ad',
    time_increment: '1',
    time_range: '{"since":"2026-11-01","until":"2026-11-07"}',
    fields:
      'ad_id,ad_name,adset_id,adset_name,campaign_id,campaign_name,clicks,impressions,spend,inline_link_clicks,actions',
    limit: '200',
    // Known beforehand for that secret and token.
    appsecret_proof: '11e5d40be104b052663341c9d001eecc20664e38f2494a7b3b812742463126d6',
  });
});

it('asks for the end of a token that comes without one', async () => {
  const endSeconds = 1_900_000_000;
  const { adapter } = await startGraph((url) => {
    if (url.pathname.endsWith('/oauth/access_token')) return { body: { access_token: 'EAA', token_type: 'bearer' } };
    if (url.pathname.endsWith('/debug_token')) return { body: { data: { is_valid: true, expires_at: endSeconds } } };
    if (url.pathname.endsWith('/me/permissions'))
      return { body: { data: [{ permission: 'ads_read', status: 'declined' }] } };
    return { body: { id: '122000000000501', name: 'Sam Sandbox' } };
  });
  const query = new URLSearchParams({ code: 'AQ', state: 's' });
  const grant = await adapter.completeConsent({
    query,
    redirectUri: 'http://localhost/auth/facebook/callback',
    codeVerifier: '',
  });
  expect(grant).toEqual({
    tokens: { accessToken: 'EAA', refreshToken: null, expiresAt: endSeconds * 1000 },
    externalId: '122000000000501',
    externalName: 'Sam Sandbox',
    grantedScopes: [],
  });
});

it('follows the cursor, never the address that holds a token', async () => {
  const { adapter, seen } = await startGraph((url) => {
    const isFirst = url.searchParams.get('after') === null;
    const next = 'http://elsewhere.test/v26.0/me/adaccounts?access_token=stolen&after=QQ';
    const paging = { cursors: { before: 'PP', after: isFirst ? 'QQ' : 'RR' }, ...(isFirst ? { next } : {}) };
    return { body: { data: [{ id: isFirst ? 'act_1' : 'act_2', name: 'Sample' }], paging } };
  });
  expect((await adapter.listAccounts(call)).map(({ id }) => id)).toEqual(['act_1', 'act_2']);
  expect(seen.map((url) => [url.host, url.searchParams.get('after')])).toEqual([
    ['graph.test', null],
    ['graph.test', 'QQ'],
  ]);
});

it.each([
  ['the ad account', 'x-ad-account-usage', { acc_id_util_pct: 100, reset_time_duration: 90 }, 90_000],
  ['the app', 'x-app-usage', { call_count: 100, total_time: 3, total_cputime: 3 }, 60_000],
])('keeps the answer that used up the allowance of %s, and calls no more', async (_whose, header, usage, waitMs) => {
  const { adapter, seen } = await startGraph(() => ({
    headers: { [header]: JSON.stringify(usage) },
    body: { data: [] },
  }));
  expect(await adapter.readInsights(call, { account, range })).toEqual({ rows: [], after: null });
  const error: unknown = await adapter.readInsights(call, { account, range }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ outcome: 'wait', retryAfterMs: expect.closeTo(waitMs, -4) });
  expect(seen).toHaveLength(1);
});
