import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startSandbox } from '../startSandbox.ts';
import type { RunningSandbox } from '../startSandbox.ts';
import { createGraphClient } from './testing/graphClient.ts';
import type { GraphClient } from './testing/graphClient.ts';

const usageHeader = z.record(z.string(), z.unknown());
const callList = z.object({ counts: z.record(z.string(), z.number()) });

let sandbox: RunningSandbox;
let graph: GraphClient;
let accessToken: string;
let accounts: string[];

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  graph = createGraphClient(sandbox.url);
  accessToken = await graph.signIn();
  accounts = await graph.accountIds(accessToken);
});
afterAll(() => sandbox.close());

const orderUsage = (body: unknown) =>
  fetch(`${sandbox.url}/control/facebook/usage`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
const readUsage = async () => {
  const { response, body } = await graph.get(`/${accounts[0]}/insights`, { access_token: accessToken });
  const usage = usageHeader.parse(JSON.parse(response.headers.get('x-business-use-case-usage') ?? '{}'));
  const account = usageHeader.parse(JSON.parse(response.headers.get('x-ad-account-usage') ?? '{}'));
  return { body, account, business: usage[String(accounts[0]).slice('act_'.length)] };
};
describe('every call', () => {
  it('needs a token, and a right proof where one is sent', async () => {
    const proofOf = (key: string) => createHmac('sha256', key).update(accessToken).digest('hex');
    expect((await graph.get('/me')).body.error).toMatchObject({ code: 2500 });
    expect((await graph.get('/me', { access_token: 'EAAunknown' })).body.error).toMatchObject({ code: 190 });
    const proven = { access_token: accessToken, appsecret_proof: proofOf('meta-sandbox-secret-0001') };
    expect((await graph.get('/me', proven)).response.status).toBe(200);
    const forged = { access_token: accessToken, appsecret_proof: proofOf('another secret') };
    expect((await graph.get('/me', forged)).body.error).toMatchObject({ code: 100 });
  });

  it('answers unknown things as Meta does', async () => {
    const parameters = { access_token: accessToken };
    expect((await graph.get('/me/nothing', parameters)).body.error).toMatchObject({ code: 2500 });
    expect((await graph.get('/900100200399', parameters)).body.error).toMatchObject({ code: 100, error_subcode: 33 });
    const doubled = await graph.get(`/act_${accounts[0]}/insights`, parameters);
    expect(doubled.body.error).toMatchObject({ code: 100, error_subcode: 33 });
    const field = await graph.get(`/${accounts[0]}`, { ...parameters, fields: 'toString' });
    expect(field.body.error).toMatchObject({ code: 100 });
  });

  it('reports the usage of the account and refuses at 100 percent', async () => {
    await orderUsage({ percent: 96.5 });
    const high = await readUsage();
    expect(high.body.error).toBeUndefined();
    expect(high.account).toMatchObject({ acc_id_util_pct: 96.5, reset_time_duration: 0 });
    await orderUsage({ percent: 100, regainMinutes: 19 });
    const full = await readUsage();
    expect(full.body.error).toMatchObject({ code: 80000, error_subcode: 2446079 });
    expect(full.account).toMatchObject({ acc_id_util_pct: 100, reset_time_duration: 1140 });
    expect(full.business).toMatchObject([{ type: 'ads_insights', estimated_time_to_regain_access: 19 }]);
    expect((await orderUsage({ percent: 'much' })).status).toBe(400);
    await orderUsage({ percent: 0 });
    expect((await readUsage()).body.error).toBeUndefined();
  });

  it.each([
    ['429', '/insights', 400, 80004, undefined],
    ['429', '/me/adaccounts', 400, 17, undefined],
    ['500', '/insights', 500, 2, undefined],
    ['expired-token', '/insights', 400, 190, 463],
    ['revoked', '/insights', 400, 190, 460],
    ['missing-scope', '/me/adaccounts', 403, 200, undefined],
    ['permission', '/insights', 403, 200, undefined],
  ] as const)('fails once with an ordered %s on %s', async (kind, path, status, code, subcode) => {
    await fetch(`${sandbox.url}/control/faults`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ provider: 'facebook', path, kind, retryAfterSeconds: 61 }),
    });
    const call = path === '/insights' ? `/${accounts[0]}/insights` : path;
    const failed = await graph.get(call, { access_token: accessToken });
    expect(failed.response.status).toBe(status);
    expect(failed.body.error).toMatchObject({ code, ...(subcode && { error_subcode: subcode }) });
    const header = failed.response.headers.get('x-business-use-case-usage') ?? '';
    expect(header.includes('"estimated_time_to_regain_access":2')).toBe(kind === '429');
    expect((await graph.get(call, { access_token: accessToken })).response.status).toBe(200);
  });

  it('is seen in the list of calls, ids replaced', async () => {
    const { counts } = callList.parse(await (await fetch(`${sandbox.url}/control/calls`)).json());
    expect(counts['facebook GET /v26.0/act_*/insights']).toBeGreaterThan(0);
    expect(Object.keys(counts).some((key) => key.includes('dialog'))).toBe(false);
  });
});
