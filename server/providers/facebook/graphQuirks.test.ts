import { describe, expect, it } from 'vitest';
import { startServer } from '../testing/startServer.ts';
import { createFacebookAdapter } from './adapter.ts';

/** Graph API responses that the sandbox does not give, from a test server. */

type Answer = { status?: number; headers?: Record<string, string>; body: unknown };

/** An adapter with a Graph API that responds as `answer` says; `seen` lists the called URLs. */
const startGraph = async (answer: (url: URL, method: string) => Answer) => {
  const seen: URL[] = [];
  const { url: graphUrl } = await startServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://graph.test');
    seen.push(url);
    const { status = 200, headers = {}, body } = answer(url, request.method ?? 'GET');
    response.writeHead(status, headers).end(JSON.stringify(body));
  });
  const reportPauses = { firstMs: 1, longestMs: 1 };
  const app = { appId: '417700000000123', appSecret: 'meta-sandbox-secret-0001' };
  return {
    adapter: createFacebookAdapter({ ...app, dialogUrl: graphUrl, graphUrl, graphVersion: 'v26.0', reportPauses }),
    seen,
  };
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

it('halves the page size until Meta accepts it', async () => {
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

it('gives up the account when not even one row fits', async () => {
  const { adapter } = await startGraph(() => ({ status: 500, body: tooMuch }));
  const reading = adapter.readInsights(call, { account, range, limitRows: 4 });
  await expect(reading).rejects.toMatchObject({
    outcome: 'account',
    userMessage: expect.stringContaining('shorter range'),
  });
});

it('proves every call with the secret, and requests exactly the fields of a row', async () => {
  const { adapter, seen } = await startGraph(() => ({ body: { data: [] } }));
  await adapter.readInsights(call, { account, range });
  const [url] = seen;
  expect(url?.pathname).toBe('/v26.0/act_900100200300/insights');
  expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
    level: 'ad',
    time_increment: '1',
    time_range: '{"since":"2026-11-01","until":"2026-11-07"}',
    fields:
      'ad_id,adset_id,campaign_id,clicks,impressions,spend,inline_link_clicks,actions,ad_name,adset_name,campaign_name',
    limit: '200',
    // Known beforehand for that secret and token.
    appsecret_proof: '11e5d40be104b052663341c9d001eecc20664e38f2494a7b3b812742463126d6',
  });
});

it('looks up the expiry of a token that comes without one', async () => {
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

it('follows the cursor, never the URL that contains a token', async () => {
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
])('keeps the response that exhausted the quota of %s, and stops calling', async (_whose, header, usage, waitMs) => {
  const { adapter, seen } = await startGraph(() => ({
    headers: { [header]: JSON.stringify(usage) },
    body: { data: [] },
  }));
  expect(await adapter.readInsights(call, { account, range })).toEqual({ rows: [], after: null });
  const error: unknown = await adapter.readInsights(call, { account, range }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ outcome: 'wait', retryAfterMs: expect.closeTo(waitMs, -4) });
  expect(seen).toHaveLength(1);
});

describe('days to be stored', () => {
  const row = (day: string) => ({
    ad_id: '1',
    adset_id: '2',
    campaign_id: '3',
    spend: '2.1',
    date_start: day,
    date_stop: day,
  });
  const readAll = async (adapter: ReturnType<typeof createFacebookAdapter>) => {
    const parts = await Array.fromAsync(
      adapter.readDays?.({ ...call, patience: 'background' }, { account, range }) ?? [],
    );
    return parts.flatMap(({ days }) => [...days.keys()]);
  };

  it('are not taken from a response with a day outside the range', async () => {
    const { adapter } = await startGraph(() => ({ body: { data: [row('2026-11-07'), row('2026-11-08')] } }));
    await expect(readAll(adapter)).rejects.toMatchObject({ outcome: 'retry', providerCode: 'foreign-day' });
  });

  it.each([
    [{ error_code: 190, error_subcode: 463 }, 'reconnect', '190/463'],
    [{ error_code: 80000 }, 'wait', '80000'],
    [{}, 'account', 'Job Failed'],
  ])('are missing when a report failed with %j', async (fault, outcome, providerCode) => {
    const slow = { error: { message: 'x', code: 2, error_subcode: 1504038 } };
    const { adapter } = await startGraph((url, method) => {
      if (method === 'POST') return { body: { report_run_id: 602392014900501 } };
      if (url.pathname.endsWith('/insights')) return { status: 500, body: slow };
      return { body: { id: '602392014900501', async_status: 'Job Failed', async_percent_completion: 3, ...fault } };
    });
    await expect(readAll(adapter)).rejects.toMatchObject({ outcome, providerCode });
  });
});

describe('leads', () => {
  const page = { id: '700000000000000101', name: 'Showroom', accessToken: 'EAASANDBOXPAGETOKEN0001' };
  const form = { id: '600000000000000201' };
  const lead = { id: '500000000000000301', created_time: '2026-11-12T08:49:14+0000', form_id: form.id };

  const readAll = async (adapter: ReturnType<typeof createFacebookAdapter>, since: Date | null = null) => {
    const batches = await Array.fromAsync(adapter.leads?.readLeads(call, { page, form, since }) ?? []);
    return batches.flat().map(({ id }) => id);
  };

  it('proves the Page token, and requests all lead fields since the given time', async () => {
    const { adapter, seen } = await startGraph(() => ({ body: { data: [lead] } }));
    expect(await readAll(adapter, new Date('2026-11-20T10:00:00.999Z'))).toEqual([lead.id]);
    expect(seen[0]?.pathname).toBe(`/v26.0/${form.id}/leads`);
    expect(Object.fromEntries(seen[0]?.searchParams ?? [])).toEqual({
      fields:
        'id,created_time,field_data,form_id,ad_id,adset_id,campaign_id,ad_name,adset_name,campaign_name,is_organic,platform',
      limit: '200',
      filtering: '[{"field":"time_created","operator":"GREATER_THAN_OR_EQUAL","value":1795168800}]',
      // Known beforehand for that secret and token.
      appsecret_proof: 'ad04471bc3b5872bf123c1b6845c4d53c997f3386dfc59a8205ad6eaa89e8ed9',
    });
  });

  it('reads fewer leads at once when they are too heavy, and gives up the form at one', async () => {
    const limits = async (most: number) => {
      const { adapter, seen } = await startGraph((url) =>
        Number(url.searchParams.get('limit')) > most ? { status: 500, body: tooMuch } : { body: { data: [lead] } },
      );
      const outcome = await readAll(adapter).catch((error: unknown) => error);
      return { outcome, limits: seen.map((url) => Number(url.searchParams.get('limit'))) };
    };
    expect(await limits(60)).toEqual({ outcome: [lead.id], limits: [200, 100, 50] });
    expect(await limits(0)).toMatchObject({
      outcome: { outcome: 'account' },
      limits: [200, 100, 50, 25, 13, 7, 4, 2, 1],
    });
  });

  it('does not read the same page of leads forever', async () => {
    const next = 'http://elsewhere.test/?after=QQ';
    const { adapter, seen } = await startGraph(() => ({
      body: { data: [lead], paging: { cursors: { after: 'QQ' }, next } },
    }));
    await expect(readAll(adapter)).rejects.toMatchObject({ outcome: 'retry', providerCode: 'endless-list' });
    expect(seen).toHaveLength(2);
  });

  it.each(['true', true])('accepts %j as success', async (success) => {
    const { adapter, seen } = await startGraph(() => ({ body: { success } }));
    await adapter.leads?.subscribe(call, page, { callbackUrl: '', formerId: null });
    await adapter.leads?.unsubscribe(call, page, null);
    expect(seen.map((url) => [url.pathname, url.searchParams.get('subscribed_fields')])).toEqual([
      [`/v26.0/${page.id}/subscribed_apps`, 'leadgen'],
      [`/v26.0/${page.id}/subscribed_apps`, null],
    ]);
  });
});
