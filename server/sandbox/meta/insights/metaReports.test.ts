import { afterAll, describe, expect, it } from 'vitest';
import { dateOfDay } from '#server/sandbox/support/days.ts';
import { startSandbox } from '#server/sandbox/startSandbox.ts';
import { createGraphClient } from '#server/sandbox/meta/testing/graphClient.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const graph = createGraphClient(sandbox.url);
const accessToken = await graph.signIn();
const [account = ''] = await graph.accountIds(accessToken);

const today = Math.floor(Date.now() / 86_400_000);

const parameters = {
  access_token: accessToken,
  level: 'ad',
  fields: 'ad_id,spend,impressions',
  time_increment: '1',
  time_range: JSON.stringify({ since: dateOfDay(today - 6), until: dateOfDay(today) }),
};

/** Starts a report. @returns its run id as sent, because JSON.parse would round the number */
const start = async (): Promise<string> => {
  const body = new URLSearchParams(parameters);
  const response = await fetch(`${sandbox.url}/v26.0/${account}/insights`, { method: 'POST', body });
  const text = await response.text();
  const runId = /^\{"report_run_id":(\d{18})\}$/.exec(text)?.[1] ?? '';
  expect(String(Number(runId))).not.toBe(runId);
  return runId;
};

const ask = async (runId: string) => (await graph.get(`/${runId}`, { access_token: accessToken })).body;

describe('a report', () => {
  it('completes after a few polls, at 100 percent, and has the rows of an immediate response in pages', async () => {
    const runId = await start();
    const early = await graph.get(`/${runId}/insights`, { access_token: accessToken });
    expect(early.body.error).toMatchObject({ code: 100 });
    const states = [await ask(runId), await ask(runId), await ask(runId)];
    expect(states).toMatchObject([
      { id: runId, async_status: 'Job Running', async_percent_completion: 40 },
      { async_status: 'Job Completed', async_percent_completion: 98 },
      { async_status: 'Job Completed', async_percent_completion: 100, time_completed: expect.any(Number) },
    ]);
    const answer = await graph.get(`/${account}/insights`, { ...parameters, limit: '500' });
    const page = await graph.get(`/${runId}/insights`, { access_token: accessToken, limit: '10' });
    const after = page.body.paging?.cursors.after ?? '';
    const rest = await graph.get(`/${runId}/insights`, { access_token: accessToken, limit: '10', after });
    expect(page.body.paging?.next).toEqual(expect.any(String));
    expect(rest.body.paging?.next).toBeUndefined();
    expect(answer.rows).toHaveLength(14);
    expect([...page.rows, ...rest.rows]).toEqual(answer.rows);
  });

  it('requires access to the account and the parameters of an immediate answer', async () => {
    const run = await graph.send('POST', '/act_900100200399/insights', parameters);
    expect(run.body.error).toMatchObject({ code: 100, error_subcode: 33 });
    const bad = await graph.send('POST', `/${account}/insights`, { ...parameters, time_range: 'yesterday' });
    expect(bad.body.error).toMatchObject({ code: 100 });
    const foreign = await graph.get(`/${await start()}`, { access_token: 'EAAunknown' });
    expect(foreign.body.error).toMatchObject({ code: 190 });
  });
});
