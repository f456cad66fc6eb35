import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dateOfDay } from '#server/sandbox/days.ts';
import { startSandbox } from '#server/sandbox/startSandbox.ts';
import type { RunningSandbox } from '#server/sandbox/startSandbox.ts';
import { createGraphClient } from '#server/sandbox/meta/testing/graphClient.ts';
import type { GraphClient } from '#server/sandbox/meta/testing/graphClient.ts';

let sandbox: RunningSandbox;
let graph: GraphClient;
let accessToken: string;
let account: string;

const today = Math.floor(Date.now() / 86_400_000);

const control = async (path: string, body: object): Promise<number> => {
  const response = await fetch(`${sandbox.url}/control/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.status;
};

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  graph = createGraphClient(sandbox.url);
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await control('reset', {});
  accessToken = await graph.signIn();
  [account = ''] = await graph.accountIds(accessToken);
});

const parameters = (days = 7) => ({
  access_token: accessToken,
  level: 'ad',
  fields: 'ad_id,spend,impressions',
  time_increment: '1',
  time_range: JSON.stringify({ since: dateOfDay(today - days + 1), until: dateOfDay(today) }),
});

/** Begins a report; its run id as it is in the answer, a number that JSON.parse would change. */
const start = async (): Promise<string> => {
  const body = new URLSearchParams(parameters());
  const response = await fetch(`${sandbox.url}/v26.0/${account}/insights`, { method: 'POST', body });
  const text = await response.text();
  const runId = /^\{"report_run_id":(\d{18})\}$/.exec(text)?.[1] ?? '';
  expect(String(Number(runId))).not.toBe(runId);
  return runId;
};

const ask = async (runId: string) => (await graph.get(`/${runId}`, { access_token: accessToken })).body;

describe('a report', () => {
  it('takes a few questions, is complete only with all its percents, and has the rows of the answer, in pages', async () => {
    const runId = await start();
    const early = await graph.get(`/${runId}/insights`, { access_token: accessToken });
    expect(early.body.error).toMatchObject({ code: 100 });
    const states = [await ask(runId), await ask(runId), await ask(runId)];
    expect(states).toMatchObject([
      { id: runId, async_status: 'Job Running', async_percent_completion: 40 },
      { async_status: 'Job Completed', async_percent_completion: 98 },
      { async_status: 'Job Completed', async_percent_completion: 100, time_completed: expect.any(Number) },
    ]);
    const answer = await graph.get(`/${account}/insights`, { ...parameters(), limit: '500' });
    const page = await graph.get(`/${runId}/insights`, { access_token: accessToken, limit: '10' });
    const after = page.body.paging?.cursors.after ?? '';
    const rest = await graph.get(`/${runId}/insights`, { access_token: accessToken, limit: '10', after });
    expect(page.body.paging?.next).toEqual(expect.any(String));
    expect(rest.body.paging?.next).toBeUndefined();
    expect(answer.rows).toHaveLength(14);
    expect([...page.rows, ...rest.rows]).toEqual(answer.rows);
  });

  it('requires access to the account and the parameters of an immediate answer', async () => {
    const run = await graph.send('POST', '/act_900100200399/insights', parameters());
    expect(run.body.error).toMatchObject({ code: 100, error_subcode: 33 });
    const bad = await graph.send('POST', `/${account}/insights`, { ...parameters(), time_range: 'yesterday' });
    expect(bad.body.error).toMatchObject({ code: 100 });
    const foreign = await graph.get(`/${await start()}`, { access_token: 'EAAunknown' });
    expect(foreign.body.error).toMatchObject({ code: 190 });
  });

  it('ends as it was ordered to, once for each order', async () => {
    expect(await control('facebook/reports', { ends: ['failed', 'skipped', 'too-large'] })).toBe(200);
    const ends = [];
    for (let run = 0; run < 4; run += 1) {
      const runId = await start();
      await ask(runId);
      ends.push(await ask(runId));
    }
    expect(ends).toMatchObject([
      { async_status: 'Job Failed', error_code: 2, error_subcode: 1504044 },
      { async_status: 'Job Skipped' },
      { async_status: 'Job Failed', error_code: 100, error_subcode: 1487534 },
      { async_status: 'Job Completed' },
    ]);
    expect(await control('facebook/reports', { ends: ['exploded'] })).toBe(400);
  });
});

it.each([
  [{ weight: 70 }, { status: 500, code: 1, subcode: undefined }],
  [
    { weight: 70, refusal: 'large' },
    { status: 400, code: 100, subcode: 1487534 },
  ],
  [
    { weight: 70, refusal: 'slow' },
    { status: 500, code: 2, subcode: 1504038 },
  ],
])('turns down answers above its capacity %j', async (order, refusal) => {
  expect(await control('facebook/capacity', order)).toBe(200);
  const read = (days: number, limit: number) =>
    graph.get(`/${account}/insights`, { ...parameters(days), limit: String(limit) });
  expect((await read(7, 10)).rows).toHaveLength(10);
  for (const { response, body } of [await read(7, 11), await read(8, 10)]) {
    expect(response.status).toBe(refusal.status);
    expect(body.error?.code).toBe(refusal.code);
    expect(body.error?.error_subcode).toBe(refusal.subcode);
  }
});
