import { createHmac } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startSandbox } from '../../startSandbox.ts';
import { createGraphClient } from '../testing/graphClient.ts';

const callList = z.object({ counts: z.record(z.string(), z.number()) });

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const graph = createGraphClient(sandbox.url);
const accessToken = await graph.signIn();
const accounts = await graph.accountIds(accessToken);

describe('every call', () => {
  it('requires a token, and a valid proof if one is sent', async () => {
    const proofOf = (key: string) => createHmac('sha256', key).update(accessToken).digest('hex');
    expect((await graph.get('/me')).body.error).toMatchObject({ code: 2500 });
    expect((await graph.get('/me', { access_token: 'EAAunknown' })).body.error).toMatchObject({ code: 190 });
    const proven = { access_token: accessToken, appsecret_proof: proofOf('meta-sandbox-secret-0001') };
    expect((await graph.get('/me', proven)).response.status).toBe(200);
    const forged = { access_token: accessToken, appsecret_proof: proofOf('another secret') };
    expect((await graph.get('/me', forged)).body.error).toMatchObject({ code: 100 });
  });

  it('answers unknown objects and paths as Meta does', async () => {
    const parameters = { access_token: accessToken };
    expect((await graph.get('/me/nothing', parameters)).body.error).toMatchObject({ code: 2500 });
    expect((await graph.get('/900100200399', parameters)).body.error).toMatchObject({ code: 100, error_subcode: 33 });
    const doubled = await graph.get(`/act_${accounts[0]}/insights`, parameters);
    expect(doubled.body.error).toMatchObject({ code: 100, error_subcode: 33 });
    const field = await graph.get(`/${accounts[0]}`, { ...parameters, fields: 'toString' });
    expect(field.body.error).toMatchObject({ code: 100 });
  });

  it('appears in the call log with replaced ids', async () => {
    await graph.get(`/${accounts[0]}/insights`, { access_token: accessToken });
    const { counts } = callList.parse(await (await fetch(`${sandbox.url}/control/calls`)).json());
    expect(counts['facebook GET /v26.0/act_*/insights']).toBeGreaterThan(0);
    expect(Object.keys(counts).some((key) => key.includes('dialog'))).toBe(false);
  });
});
