import { and, eq } from '#server/database/drizzle.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AdSums } from '#shared/campaigns.ts';
import { listCampaigns } from '#shared/contracts/campaigns.ts';
import { listConnections } from '#shared/contracts/connections.ts';
import { listLeads } from '#shared/contracts/leads.ts';
import { getOverview } from '#shared/contracts/overview.ts';
import type { Overview, OverviewDaily } from '#shared/contracts/overview.ts';
import { updateProfile } from '#shared/contracts/users.ts';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { overviewLimits } from '#shared/limits.ts';
import { emptyAccountsByPlatform, platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { adObjects, adTotals, connections } from '#server/database/schema.ts';
import { insertWorkedLeads } from '#server/modules/ads/testing/workedLeads.ts';
import { storeCampaignDay } from '#server/modules/ads/testing/storeCampaignDay.ts';
import { readAllInsights } from '#server/modules/ads/insights.service.ts';
import { accountsOf, awaitReads, newOwner, newPerson } from '#server/modules/ads/testing/insightTests.ts';
import type { Person } from '#server/modules/ads/testing/insightTests.ts';
import { awaitFirstRead } from '#server/modules/leads/testing/leadTests.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { clearFaults, orderFaults } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterEach(() => clearFaults(api.sandbox));
afterAll(() => api.close());

const today = utcDay(new Date());
/** Days that have begun in every time zone. */
const lastWeek: DateRange = { since: addDays(today, -8), until: addDays(today, -2) };
const weekBefore: DateRange = { since: addDays(today, -15), until: addDays(today, -9) };

const ask = ({ token }: { token?: string }, query: Partial<DateRange> = lastWeek) =>
  api.request(getOverview, { ...(token === undefined ? {} : { token }), query });
const read = async (person: Person, range: DateRange = lastWeek): Promise<Overview> => {
  const { status, body } = await ask(person, range);
  expect(status).toBe(200);
  return body.data;
};

type Figures = { impressions: number; clicks: number; conversions: number; spend: number };

/** Metrics of a connection's Google and Facebook accounts as shown in the Preview. */
const previewFigures = async (person: Person, platform: 'google' | 'facebook', range: DateRange) => {
  const accounts = await accountsOf(api, person, platform);
  const figures: (Figures & { currency: string | null })[] = [];
  for (const account of accounts) {
    const query = { accountIds: [account.id], ...range };
    const { rows } = await readAllInsights(api.context, person.workspaceId, platform, query, {
      patience: 'interactive',
    });
    for (const { impressions, clicks, leads, spend } of rows)
      figures.push({ impressions, clicks, conversions: leads, spend, currency: account.currency });
  }
  return figures;
};
const sumOf = (rows: readonly Figures[], figure: keyof Figures): number =>
  rows.reduce((sum, row) => sum + row[figure], 0);
const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

test('needs a session and valid dates', async () => {
  expect((await ask({})).status).toBe(401);
  const person = await newPerson(api);
  for (const bad of [
    {},
    { since: today },
    { since: addDays(today, 1), until: today },
    { since: '2026-02-30', until: today },
    { since: addDays(today, -800), until: today },
    { since: today, until: addDays(today, 2) },
  ]) {
    const { status, body } = await ask(person, bad);
    expect([bad, status, body.code]).toEqual([bad, 400, 'VALIDATION']);
  }
});

test('has no metrics without a connection and shows the state of each platform', async () => {
  const person = await newPerson(api);
  const { body } = await api.request(listConnections, { token: person.token });
  expect(await read(person)).toEqual({
    range: lastWeek,
    previousRange: weekBefore,
    totals: {
      current: { impressions: 0, clicks: 0, conversions: 0, spend: [] },
      previous: { impressions: 0, clicks: 0, conversions: 0, spend: [] },
    },
    series: [],
    campaigns: [],
    newestLeads: [],
    hasQualifiedLeads: false,
    overdue: { leads: 0, minutes: 60 },
    accounts: [],
    accountsLeftOut: 0,
    isReading: false,
    connections: body.data,
  });
});

describe('the metrics', () => {
  test('match the Preview for both ranges, day by day', async () => {
    const person = await newOwner(api, ['google', 'facebook']);
    const overview = await read(person);
    expect(overview.isReading).toBe(false);
    for (const [name, range] of [
      ['current', lastWeek],
      ['previous', weekBefore],
    ] as const) {
      const rows = [
        ...(await previewFigures(person, 'google', range)),
        ...(await previewFigures(person, 'facebook', range)),
      ];
      expect(rows.length).toBeGreaterThan(0);
      const totals = overview.totals[name];
      for (const figure of ['impressions', 'clicks', 'conversions'] as const)
        expect(totals[figure]).toBeCloseTo(sumOf(rows, figure), 6);
      const currencies = Map.groupBy(rows, ({ currency }) => currency);
      expect(currencies.size).toBeGreaterThan(1);
      expect(new Set(totals.spend.map(({ currency }) => currency))).toEqual(new Set(currencies.keys()));
      expect(totals.spend).toHaveLength(currencies.size);
      for (const { currency, amount, conversions } of totals.spend) {
        const own = currencies.get(currency) ?? [];
        expect(amount).toBeCloseTo(sumOf(own, 'spend'), 6);
        expect(conversions).toBeCloseTo(sumOf(own, 'conversions'), 6);
      }
      const amounts = totals.spend.map(({ amount }) => amount);
      expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));

      const lines = overview.series.map((line): OverviewDaily => line[name]);
      for (const line of lines) expect(Object.values(line).map((days) => days.length)).toEqual([7, 7, 7, 7]);
      expect(total(lines.flatMap(({ impressions }) => impressions))).toBe(totals.impressions);
    }
    expect(new Set(overview.series.map(({ platform, currency }) => `${platform} ${currency}`)).size).toBe(
      overview.series.length,
    );
  });

  test('of TikTok are also summed by day', async () => {
    const person = await newOwner(api, ['tiktok']);
    const { totals, series } = await read(person);
    expect(totals.current.impressions).toBeGreaterThan(0);
    expect(series.map(({ platform }) => platform)).toContain('tiktok');
  });

  test('for lead outcomes match Campaigns by currency', async () => {
    const person = await newOwner(api, ['facebook']);
    expect((await read(person)).hasQualifiedLeads).toBe(false);
    const table = async (level: 'campaign' | 'ad') => {
      const query = { ...lastWeek, level, compare: 'previous', limit: '100' } as const;
      return (await api.request(listCampaigns, { token: person.token, query })).body.data;
    };
    const { rows: ads } = await table('ad');
    const range = { since: weekBefore.since, until: lastWeek.until };
    await insertWorkedLeads(api, person, { list: 'facebook', ads, range });
    const { totals, hasQualifiedLeads } = await read(person);
    expect(hasQualifiedLeads).toBe(true);
    const expected = (await table('campaign')).totals;
    expect(expected.length).toBeGreaterThan(1);
    expect(expected.some(({ sums }) => sums.qualifiedLeads > 0 && sums.wonAmount > 0)).toBe(true);
    const outcomes = (
      sums: Pick<AdSums, 'qualifiedLeads' | 'wonLeads' | 'wonAmount' | 'otherWonLeads'> | null | undefined,
    ) => sums && [sums.qualifiedLeads, sums.wonLeads, sums.wonAmount, sums.otherWonLeads];
    for (const { currency, sums, compared } of expected) {
      const of = (period: 'current' | 'previous') =>
        outcomes(totals[period].spend.find((entry) => entry.currency === currency));
      expect([currency, of('current'), of('previous')]).toEqual([currency, outcomes(sums), outcomes(compared)]);
    }
  });

  test('include the largest campaigns by each metric, with their accounts', async () => {
    const person = await newOwner(api);
    const { campaigns, accounts } = await read(person);
    expect(campaigns.length).toBeGreaterThanOrEqual(overviewLimits.campaigns);
    const names = new Map(accounts.map(({ accountId, name }) => [accountId, name]));
    for (const campaign of campaigns) {
      expect(campaign.accountName).toBe(names.get(campaign.accountId));
      expect(campaign.campaignName).not.toBe('');
    }
    const keys = campaigns.map(({ platform, accountId, campaignId }) => `${platform} ${accountId} ${campaignId}`);
    expect(new Set(keys).size).toBe(keys.length);
    const impressions = campaigns.map((campaign) => campaign.impressions);
    expect(impressions).toEqual(impressions.toSorted((a, b) => b - a));
  });

  test('in different currencies are never added up', async () => {
    const person = await newOwner(api, ['google']);
    const { workspaceId } = person;
    const accounts = await accountsOf(api, person, 'google');
    const range = { since: addDays(today, -6), until: addDays(today, -5) };
    for (const table of [adTotals, adObjects])
      await api.context.db.delete(table).where(eq(table.workspaceId, workspaceId));
    const currencies = ['EUR', 'SEK'];
    expect(accounts).toHaveLength(currencies.length);
    for (const [index, { id: accountId }] of accounts.entries())
      for (const [day, spend] of [
        [range.since, '0.1'],
        [range.until, '0.2'],
      ] as const)
        await storeCampaignDay(
          api.context.db,
          { workspaceId, platform: 'google', accountId },
          { day, id: `own-${index}`, spend, currency: currencies[index] ?? '' },
        );
    const { totals, series, campaigns } = await read(person, range);
    const spent = (spend: unknown) => currencies.map((currency) => [currency, spend]);
    expect(totals.current.spend.map(({ currency, amount }) => [currency, amount])).toEqual(
      expect.arrayContaining(spent(0.3)),
    );
    expect(series.map(({ currency, current }) => [currency, current.spend])).toEqual(
      expect.arrayContaining(spent([0.1, 0.2])),
    );
    expect(
      Object.fromEntries(campaigns.map(({ campaignId, currency, spend }) => [campaignId, { currency, spend }])),
    ).toEqual({
      'own-0': { currency: 'EUR', spend: 0.3 },
      'own-1': { currency: 'SEK', spend: 0.3 },
    });
  });

  test('are hidden from other people', async () => {
    await newOwner(api, ['facebook']);
    const other = await newPerson(api);
    const { accounts, totals, newestLeads, campaigns } = await read(other);
    expect([accounts, totals.current.impressions, newestLeads, campaigns]).toEqual([[], 0, [], []]);
  });
});

describe('the accounts', () => {
  test('are the default accounts of each platform, or else all accounts', async () => {
    const person = await newOwner(api, ['google', 'facebook']);
    const listed = {
      google: await accountsOf(api, person, 'google'),
      facebook: await accountsOf(api, person, 'facebook'),
    };
    const all = await read(person);
    expect(all.accounts.map(({ accountId }) => accountId)).toEqual(
      [...listed.google, ...listed.facebook].map(({ id }) => id),
    );
    expect(all.accountsLeftOut).toBe(0);
    for (const account of all.accounts)
      expect(account).toMatchObject({
        state: 'ready',
        problem: null,
        missingDays: 0,
        attribution: expect.stringMatching(/conversion/i),
        readAt: expect.stringMatching(/Z$/),
      });

    const chosen = listed.facebook[1]?.id ?? '';
    const defaultAccounts: Record<PlatformId, string[]> = {
      ...emptyAccountsByPlatform(),
      // The connection no longer lists this account.
      facebook: [chosen, 'act_999999999'],
    };
    await api.request(updateProfile, { token: person.token, body: { defaultAccounts } });
    const some = await read(person);
    expect(some.accounts.map(({ accountId }) => accountId)).toEqual([...listed.google.map(({ id }) => id), chosen]);
    expect(some.accountsLeftOut).toBe(listed.facebook.length - 1);
  });

  test('that could not be read show the reason, beside the metrics of the others', async () => {
    const person = await newPerson(api);
    await orderFaults(api.sandbox, { provider: 'tiktok', path: '/report/', kind: 'permission', count: 1000 });
    for (const platform of ['google', 'tiktok'] as const) await connectPlatform(api, person, platform);
    for (const platform of ['google', 'tiktok'] as const) await awaitReads(api, person, platform);
    const { accounts, totals, isReading } = await read(person);
    expect(isReading).toBe(false);
    expect(totals.current.impressions).toBeGreaterThan(0);
    for (const { platform, state, problem, missingDays } of accounts)
      expect([platform, state, problem === null, missingDays]).toEqual(
        platform === 'google' ? [platform, 'ready', true, 0] : [platform, 'failing', false, 14],
      );
  });

  test('keep their metrics after a lost grant and show that access has to be granted again', async () => {
    const person = await newOwner(api, ['google']);
    const { totals } = await read(person);
    await api.context.db
      .update(connections)
      .set({ reconnectReason: 'Access was taken back.' })
      .where(and(eq(connections.workspaceId, person.workspaceId), eq(connections.platform, 'google')));
    const lost = await read(person);
    expect(lost.totals).toEqual(totals);
    for (const account of lost.accounts)
      expect(account).toMatchObject({ state: 'failing', problem: 'Access was taken back.' });
  });
});

test('missing days are read after the response, but the first visit waits for the first days', async () => {
  const person = await newOwner(api, ['google']);
  const range = { since: addDays(today, -206), until: addDays(today, -200) };
  const first = await read(person, range);
  expect(first.totals.current.impressions).toBeGreaterThan(0);
  const settled = await api.waitUntil(async () => {
    const overview = await read(person, range);
    return overview.isReading ? null : overview;
  });
  for (const { state, missingDays } of settled.accounts) expect([state, missingDays]).toEqual(['ready', 0]);
  expect(settled.totals.previous.impressions).toBeGreaterThan(0);
});

test('a visit right after the grant shows the first metrics', async () => {
  const person = await newPerson(api);
  await connectPlatform(api, person, 'facebook');
  const overview = await api.waitUntil(async () => {
    const seen = await read(person);
    return seen.isReading ? null : seen;
  });
  expect(overview.accounts).toHaveLength(3);
  expect(overview.totals.current.impressions).toBeGreaterThan(0);
});

test('includes the newest leads of both platforms', async () => {
  const person = await newOwner(api, ['facebook', 'tiktok']);
  for (const platform of ['facebook', 'tiktok'] as const) await awaitFirstRead(api, person, platform);
  const newest = [];
  for (const platform of ['facebook', 'tiktok'] as const) {
    const { body } = await api.request(listLeads[platform], { token: person.token });
    newest.push(...body.data.map(({ leadId, createdAt }) => ({ platform, leadId, createdAt })));
  }
  const expected = newest
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    .slice(0, overviewLimits.newestLeads)
    .map(({ createdAt }) => createdAt);
  const { newestLeads } = await read(person);
  expect(newestLeads.map(({ createdAt }) => createdAt)).toEqual(expected);
  for (const lead of newestLeads) expect(lead).toMatchObject({ name: expect.any(String), leadId: expect.any(String) });
});

test('shows the same connections as the connections call', async () => {
  const person = await newOwner(api);
  const { body } = await api.request(listConnections, { token: person.token });
  const strip = (text: string) => text.replace(/"(lastGoodCallAt|lastReadAt)":"[^"]+"/g, '');
  const { connections: shown } = await read(person);
  expect(strip(JSON.stringify(shown))).toBe(strip(JSON.stringify(body.data)));
  expect(shown.map(({ platform }) => platform)).toEqual([...platformIds]);
});
