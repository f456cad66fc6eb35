import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { dateOfDay } from '#server/sandbox/support/days.ts';
import { startSandbox } from '#server/sandbox/startSandbox.ts';
import { createGraphClient, readGraph } from '#server/sandbox/meta/testing/graphClient.ts';

const fields =
  'ad_id,ad_name,adset_id,adset_name,campaign_id,campaign_name,clicks,impressions,spend,inline_link_clicks,actions,date_start,date_stop';

const actionList = z.array(z.object({ action_type: z.string(), value: z.string() })).default([]);

const today = (): number => Math.floor(Date.now() / 86_400_000);

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const graph = createGraphClient(sandbox.url);
const accessToken = await graph.signIn();
const accounts = await graph.accountIds(accessToken);

const insightsParameters = (firstDay: number, lastDay: number, more: Record<string, string> = {}) => ({
  access_token: accessToken,
  level: 'ad',
  fields: fields,
  time_range: JSON.stringify({ since: dateOfDay(firstDay), until: dateOfDay(lastDay) }),
  time_increment: '1',
  limit: '500',
  ...more,
});

const rowsOf = async (account: string | undefined, firstDay: number, lastDay: number, more = {}) => {
  const { body, rows } = await graph.get(`/${account}/insights`, insightsParameters(firstDay, lastDay, more));
  expect(body.error).toBeUndefined();
  return rows;
};

/** The sum of a metric in hundredths, to avoid rounding errors with money. */
const sum = (rows: Record<string, unknown>[], field: string): number =>
  rows.reduce((total, row) => total + Math.round(Number(row[field] ?? 0) * 100), 0);

describe('ad accounts', () => {
  it('returns two fields by default, and more or nested fields on request', async () => {
    const { body, rows } = await graph.get('/me/adaccounts', { access_token: accessToken });
    expect(rows).toHaveLength(3);
    expect(body.paging?.next).toBeUndefined();
    expect(body.paging?.cursors.after).toEqual(expect.any(String));
    for (const account of rows) {
      expect(Object.keys(account).toSorted()).toEqual(['account_id', 'id']);
      expect(account.id).toBe(`act_${String(account.account_id)}`);
    }
    const one = await graph.get(`/${accounts[1]}`, {
      access_token: accessToken,
      fields: 'name,account_status,currency,timezone_name,business{name}',
    });
    expect(one.body).toEqual({
      id: accounts[1],
      name: expect.stringContaining('Sandbox '),
      account_status: 1,
      currency: 'USD',
      timezone_name: 'America/New_York',
      business: { name: expect.stringContaining('Sandbox ') },
    });
  });

  it('pages forward and backward by cursors', async () => {
    const first = await graph.get('/me/adaccounts', { access_token: accessToken, limit: '2' });
    expect(first.rows.map(({ id }) => id)).toEqual(accounts.slice(0, 2));
    expect(first.body.paging?.previous).toBeUndefined();
    const second = await readGraph(await fetch(first.body.paging?.next ?? ''));
    expect(second.rows.map(({ id }) => id)).toEqual(accounts.slice(2));
    expect(second.body.paging?.next).toBeUndefined();
    const back = await readGraph(await fetch(second.body.paging?.previous ?? ''));
    expect(back.rows).toEqual(first.rows);
  });

  it('accepts the token in the header and another version', async () => {
    const response = await fetch(`${sandbox.url}/v25.0/me/adaccounts?limit=1`, {
      headers: { Authorization: `Bearer ${accessToken}` },
    });
    expect(response.headers.get('facebook-api-version')).toBe('v25.0');
    const { body } = await readGraph(response);
    expect(new URL(body.paging?.next ?? '').searchParams.get('access_token')).toBe(accessToken);
  });
});

describe('insights', () => {
  it('has 14, 0 and 6 rows in any seven days up to tomorrow', async () => {
    for (const lastDay of [today(), today() + 1, today() - 3, today() - 400]) {
      const counts = await Promise.all(
        accounts.map(async (account) => (await rowsOf(account, lastDay - 6, lastDay)).length),
      );
      expect(counts).toEqual([14, 0, 6]);
    }
    expect(await rowsOf(accounts[0], today() + 2, today() + 9)).toEqual([]);
  });

  it('returns metrics as text, omits zeros, and has one row per ad even by platform', async () => {
    const rows = await rowsOf(accounts[0], today() - 89, today(), { breakdowns: 'publisher_platform' });
    expect(rows).toHaveLength(180);
    for (const row of rows) {
      expect(row).toMatchObject({
        ad_id: expect.stringMatching(/^\d{18}$/),
        impressions: expect.stringMatching(/^[1-9]\d*$/),
        clicks: expect.stringMatching(/^\d+$/),
        spend: expect.stringMatching(/^\d+(\.\d{1,2})?$/),
        publisher_platform: expect.stringMatching(/^(facebook|instagram|audience_network)$/),
      });
      expect(row.date_start).toBe(row.date_stop);
      expect(row.inline_link_clicks).not.toBe('0');
      const counts = actionList.parse(row.actions).map(({ value }) => Number(value));
      expect(counts.every((count) => count > 0)).toBe(true);
    }
    expect(rows.some((row) => !('inline_link_clicks' in row) && !('actions' in row))).toBe(true);
    expect(rows.some((row) => JSON.stringify(row.actions ?? []).includes('onsite_conversion.lead_grouped'))).toBe(true);
    expect(new Set(rows.map((row) => `${String(row.ad_id)} ${String(row.date_start)}`)).size).toBe(180);
  });

  it('has the same totals on all levels and in longer spans', async () => {
    const span = [today() - 20, today()] as const;
    const daily = await rowsOf(accounts[0], ...span);
    for (const more of [
      { level: 'account', time_increment: 'all_days' },
      { level: 'campaign', time_increment: '7' },
      { level: 'adset', time_increment: 'monthly' },
    ]) {
      const rows = await rowsOf(accounts[0], ...span, more);
      for (const field of ['impressions', 'clicks', 'spend', 'inline_link_clicks']) {
        expect(sum(rows, field)).toBe(sum(daily, field));
      }
      expect(rows.every((row) => !('ad_id' in row))).toBe(true);
    }
    const weeks = await rowsOf(accounts[0], ...span, { level: 'account', time_increment: '7' });
    expect(weeks.map((row) => row.date_stop)).toEqual([today() - 14, today() - 7, today()].map(dateOfDay));
  });

  it.each([
    ['a start beyond 37 months', { time_range: '{"since":"2020-01-01","until":"2020-01-02"}' }, 3018],
    ['an end before the start', { time_range: '{"since":"2026-02-02","until":"2026-02-01"}' }, 100],
    ['a day that does not exist', { time_range: '{"since":"2026-02-30","until":"2026-03-01"}' }, 100],
    ['a range that is no JSON', { time_range: 'yesterday' }, 100],
    ['an unknown field', { fields: 'ad_id,constructor' }, 100],
    ['an unknown level', { level: 'keyword' }, 100],
    ['a made-up cursor', { after: 'nonsense' }, 100],
    ['a limit of nothing', { limit: '0' }, 100],
    ['a parameter that is not played', { date_preset: 'today' }, 100],
  ])('refuses %s', async (_what, more, code) => {
    const { response, body } = await graph.get(`/${accounts[0]}/insights`, insightsParameters(today(), today(), more));
    expect(response.status).toBe(400);
    expect(body.error).toMatchObject({ code, type: 'OAuthException', fbtrace_id: expect.any(String) });
  });
});

const dataOf = async (seed: number, scale = 1) => {
  const other = await startSandbox({ port: 0, seed, scale });
  try {
    const client = createGraphClient(other.url);
    const token = await client.signIn();
    const list = await client.get('/me/adaccounts', {
      access_token: token,
      fields: 'id,name,amount_spent,business',
      limit: '100',
    });
    const all = list.rows;
    const insights = await Promise.all(
      all.map(async ({ id }) => {
        const parameters = { ...insightsParameters(today() - 30, today()), access_token: token };
        return (await client.get(`/${String(id)}/insights`, parameters)).rows;
      }),
    );
    return { accounts: all, text: JSON.stringify([all, insights]) };
  } finally {
    await other.close();
  }
};

describe('the data', () => {
  it('is byte for byte the same for the same seed, and different for another seed', async () => {
    const [first, second, other] = [await dataOf(7), await dataOf(7), await dataOf(8)];
    expect(second.text).toBe(first.text);
    expect(other.text).not.toBe(first.text);
  });

  it('grows with the scale, every account with a different id and name', async () => {
    const { accounts: all } = await dataOf(1, 4);
    expect(all).toHaveLength(12);
    expect(new Set(all.map(({ id }) => id)).size).toBe(12);
    expect(new Set(all.map(({ name }) => name)).size).toBe(12);
  });
});
