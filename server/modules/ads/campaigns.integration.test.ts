import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { adLevels, adStatuses, adSumNames } from '#shared/campaigns.ts';
import type { AdLevel, AdSums } from '#shared/campaigns.ts';
import { getCampaign, listCampaigns, tabulateCampaigns } from '#shared/contracts/campaigns.ts';
import type { CampaignRow, Campaigns, CampaignsQuery } from '#shared/contracts/campaigns.ts';
import { addDays, countDays, daysOf, utcDay } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { leadPlatformIds, platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { eq, sql } from '#server/database/drizzle.ts';
import { migrationsFolder } from '#server/database/knownMigrations.ts';
import { adChanges, adObjects, insightAccounts, leads } from '#server/database/schema.ts';
import { createConnections } from '#server/modules/connections/createConnections.ts';
import { accountsOf, newOwner, newPerson, runRead } from './testing/insightTests.ts';
import type { Person } from './testing/insightTests.ts';
import { platformOf } from '#server/providers/platformOf.ts';
import { reportedLevels } from '#server/providers/reports/AdReports.ts';
import type { AdDayRow } from '#server/providers/reports/AdReports.ts';
import { clearFaults, orderFaults } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { insertWorkedLeads, naiveOutcomes, shownOutcomes } from './testing/workedLeads.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterEach(() => clearFaults(api.sandbox));
afterAll(() => api.close());

/** Enough for hundreds of calls on a busy machine. */
const busyMachineMs = 240_000;

const today = utcDay(new Date());
/** Days of the first read that have begun in every time zone. */
const storedRange: DateRange = { since: addDays(today, -55), until: addDays(today, -2) };
const lastWeek: DateRange = { since: addDays(today, -8), until: addDays(today, -2) };
/** The range before it is also part of the first read. Older days may still be loading. */
const lastMonth: DateRange = { since: addDays(today, -28), until: addDays(today, -2) };

const ask = async (person: Person, query: Partial<CampaignsQuery> = {}): Promise<Campaigns> => {
  const { status, body } = await api.request(listCampaigns, {
    token: person.token,
    query: { ...lastWeek, limit: '100', ...query },
  });
  expect([status, body.message]).toEqual([200, undefined]);
  return body.data;
};

/** All rows of a level, in pages. */
const askAll = async (person: Person, query: Partial<CampaignsQuery>): Promise<Campaigns> => {
  const first = await ask(person, query);
  const rows = [...first.rows];
  for (let page = first.nextPage; page !== null;) {
    const next = await ask(person, { ...query, page: String(page) });
    rows.push(...next.rows);
    page = next.nextPage;
  }
  return { ...first, rows };
};

/** Changes whenever a job stores metrics or leads of the workspace. */
const stateOf = async ({ workspaceId }: Person): Promise<string | undefined> => {
  const { rows } = await api.context.db.execute<{ state: string }>(sql`
    select concat((select md5(string_agg(xmin::text, ' ' order by level, platform, object_id)) from ad_objects
        where workspace_id = ${workspaceId}),
      (select md5(string_agg(xmin::text, ' ' order by list, lead_id)) from leads
        where workspace_id = ${workspaceId})) as state`);
  return rows[0]?.state;
};

/** Repeats a read until the stored data stays the same: older days load for minutes and add deleted ads and leads. */
const readAtRest = async <Found>(person: Person, read: () => Promise<Found>): Promise<Found> => {
  for (;;) {
    const before = await stateOf(person);
    const found = await read();
    if ((await stateOf(person)) === before) return found;
  }
};

type Truth = Record<(typeof reportedLevels)[number], AdDayRow[]>;

/** Platform reports, as the adapters read them. */
const readTruth = async (person: Person, platform: PlatformId): Promise<Truth> => {
  const { ads } = platformOf(api.context.platforms, platform);
  const truth: Truth = { campaign: [], ad: [] };
  if (!ads) return truth;
  for (const account of await accountsOf(api, person, platform))
    await createConnections(api.context).withAccess(
      person.workspaceId,
      platform,
      { patience: 'background' },
      async (call) => {
        for (const level of reportedLevels)
          for await (const part of ads.readDays(call, { account, range: storedRange, level }))
            truth[level].push(...part.rows);
      },
    );
  return truth;
};

const names = ['spend', 'impressions', 'clicks', 'conversions', 'leads'] as const;
const round = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Sums by object, added row by row. */
const naive = (rows: readonly AdDayRow[], { since, until }: DateRange, idOf: (row: AdDayRow) => string | null) => {
  const sums = new Map<string, Record<(typeof names)[number], number>>();
  for (const row of rows) {
    const id = idOf(row);
    if (id === null || row.day < since || row.day > until) continue;
    const sum = sums.get(id) ?? { spend: 0, impressions: 0, clicks: 0, conversions: 0, leads: 0 };
    for (const name of names) sum[name] = round(sum[name] + Number(row[name]));
    sums.set(id, sum);
  }
  return new Map([...sums].filter(([, sum]) => names.some((name) => sum[name] !== 0)));
};

const delivered = ({ rows }: Campaigns) =>
  new Map(
    rows
      .filter(({ kind, sums }) => kind === 'object' && names.some((name) => sums[name] !== 0))
      .map(({ id, sums }) => [id, Object.fromEntries(names.map((name) => [name, round(sums[name])]))]),
  );

test.each(platformIds)(
  'sums of %s match the platform to the millionth at each level, for any range and filter',
  async (platform) => {
    const person = await newOwner(api, [platform]);
    const truth = await readTruth(person, platform);
    expect(truth.campaign.length).toBeGreaterThan(0);
    expect(truth.ad.length).toBeGreaterThan(0);
    for (const { adSetId, adSetName } of truth.ad) expect(adSetName === null).toBe(adSetId === null);
    const idOf: Record<AdLevel, (row: AdDayRow) => string | null> = {
      campaign: ({ id }) => id,
      adset: ({ adSetId }) => adSetId,
      ad: ({ id }) => id,
    };
    const day = fc.integer({ min: 0, max: countDays(storedRange) - 1 });
    const objects = new Map<string, CampaignRow>();
    for (const level of adLevels)
      for (const row of (await askAll(person, { ...storedRange, level })).rows) objects.set(`${level} ${row.id}`, row);
    const ads = [...objects.values()].filter(({ level }) => level === 'ad');
    const { accounts } = await ask(person);
    const timeZoneOf = (id: string) => accounts.find(({ accountId }) => accountId === id)?.timeZone ?? null;
    // Google has no lead forms. Its leads are imported.
    const list = leadPlatformIds.find((id) => id === platform) ?? 'custom';
    const worked = await insertWorkedLeads(api, person, { list, ads, range: storedRange });
    const filter = fc.record({
      accountId: fc.option(fc.constantFrom(...[...objects.values()].map(({ accountId }) => accountId))),
      statuses: fc.option(fc.subarray([...adStatuses], { minLength: 1 })),
      search: fc.option(fc.constantFrom('a', 'SE', 'offer', 'no such name')),
    });
    await fc.assert(
      fc.asyncProperty(day, day, fc.constantFrom(...adLevels), filter, async (one, other, level, chosen) => {
        const range = {
          since: addDays(storedRange.since, Math.min(one, other)),
          until: addDays(storedRange.since, Math.max(one, other)),
        };
        const { accountId, statuses, search } = chosen;
        const found = await askAll(person, {
          ...range,
          level,
          ...(accountId === null ? {} : { account: `${platform}:${accountId}` }),
          ...(statuses === null ? {} : { status: statuses.join() }),
          ...(search === null ? {} : { search }),
        });
        const isChosen = (id: string | null): boolean => {
          const object = objects.get(`${level} ${id}`);
          return (
            object !== undefined &&
            (accountId === null || object.accountId === accountId) &&
            (statuses === null || statuses.includes(object.status)) &&
            (search === null || object.name.toLowerCase().includes(search.toLowerCase()))
          );
        };
        const rows = truth[level === 'campaign' ? 'campaign' : 'ad'].filter((row) => isChosen(idOf[level](row)));
        expect(delivered(found)).toEqual(naive(rows, range, idOf[level]));
        const outcomes = naiveOutcomes(worked, range, level, { objects: ads, timeZoneOf });
        expect(shownOutcomes(found.rows)).toEqual(new Map([...outcomes].filter(([id]) => isChosen(id))));
        for (const { currency, sums } of found.totals) {
          const own = found.rows.filter((row) => row.currency === currency);
          for (const name of adSumNames)
            expect([currency, name, round(sums[name])]).toEqual([
              currency,
              name,
              round(own.reduce((sum, row) => sum + row.sums[name], 0)),
            ]);
        }
      }),
      { numRuns: 67 },
    );
  },
  busyMachineMs,
);

describe('a table of all platforms', { timeout: busyMachineMs }, () => {
  let person: Person;
  beforeAll(async () => {
    person = await newOwner(api);
  });

  test('needs a session', async () => {
    const { status } = await api.request(listCampaigns, { query: lastWeek });
    expect(status).toBe(401);
  });

  test('a stranger sees no rows', async () => {
    const stranger = await newPerson(api);
    const [row] = (await ask(person)).rows;
    if (!row) throw new Error('no row');
    const { rows, totals, accounts } = await ask(stranger);
    expect([rows, totals, accounts]).toEqual([[], [], []]);
    const { status } = await api.request(getCampaign, {
      token: stranger.token,
      params: { platform: row.platform, level: row.level, id: row.id },
      query: lastWeek,
    });
    expect(status).toBe(404);
  });

  test('rest rows make totals, rows, tables and comparisons equal at every level, also across pages', async () => {
    const range = { ...lastMonth, compare: 'previous' } as const;
    const tabulate = async (level: AdLevel) =>
      (await api.request(tabulateCampaigns, { token: person.token, query: { ...range, level, columns: 'spend' } })).body
        .data;
    const levels = await readAtRest(person, () =>
      Promise.all(
        adLevels.map(async (level) => ({
          all: await askAll(person, { ...range, level }),
          inPages: await askAll(person, { ...range, level, limit: '7' }),
          table: await tabulate(level),
        })),
      ),
    );
    for (const { all, inPages, table } of levels) {
      const { rows, totals, restCount, totalItems } = all;
      expect(totals).toEqual(levels[0]?.all.totals);
      expect(rows).toHaveLength(totalItems);
      expect(rows.filter(({ kind }) => kind === 'rest')).toEqual(rows.slice(totalItems - restCount));
      for (const { currency, sums, compared } of totals) {
        const own = rows.filter((row) => row.currency === currency);
        for (const name of adSumNames) {
          const sumOf = (each: readonly (AdSums | null)[]) =>
            round(each.reduce((sum, one) => sum + (one?.[name] ?? 0), 0));
          expect([name, sumOf(own.map((row) => row.sums))]).toEqual([name, round(sums[name])]);
          expect([name, sumOf(own.map((row) => row.compared))]).toEqual([name, round(compared?.[name] ?? 0)]);
        }
      }
      expect(inPages.rows).toEqual(rows);
      const spend = table.columns.indexOf('Spend');
      expect(table.rows.map((cells) => [cells[0], cells[spend]])).toEqual(
        rows.map(({ name, sums }) => [name, sums.spend]),
      );
    }
    expect(levels.map(({ all }) => all.restCount > 0)).toEqual([false, true, true]);
    // A status or name filter turns off rest rows.
    for (const level of adLevels)
      expect((await ask(person, { ...range, level, status: 'delivering' })).restCount).toBe(0);
  });

  test('a cost per lead in totals divides the spend of campaigns that can bring leads', async () => {
    const range = { ...lastMonth, compare: 'previous' } as const;
    const [{ rows }, ...levels] = await readAtRest(person, () =>
      Promise.all([askAll(person, range), ...adLevels.map((level) => ask(person, { ...range, level }))]),
    );
    const { rows: stored } = await api.context.db.execute<{ platform: string; id: string; objective: string | null }>(
      sql`select platform, object_id as id, objective from ad_objects
        where workspace_id = ${person.workspaceId} and level = 'campaign'`,
    );
    const objectives = new Map(stored.map(({ platform, id, objective }) => [`${platform} ${id}`, objective]));
    const isForLeads = ({ platform, id }: CampaignRow) => {
      const objective = objectives.get(`${platform} ${id}`);
      return platform === 'facebook'
        ? objective === 'OUTCOME_LEADS'
        : platform === 'tiktok' && objective === 'LEAD_GENERATION';
    };
    const naiveSpend = (currency: string | null, of: (row: CampaignRow) => AdSums | null) =>
      round(
        rows
          .filter((row) => row.currency === currency)
          .filter((row) => isForLeads(row) || (of(row)?.collectedLeads ?? 0) > 0)
          .reduce((sum, row) => sum + (of(row)?.spend ?? 0), 0),
      );
    for (const { totals } of levels)
      for (const { currency, sums, leadSpend } of totals) {
        expect(round(leadSpend.current)).toBe(naiveSpend(currency, (row) => row.sums));
        expect(round(leadSpend.compared ?? 0)).toBe(naiveSpend(currency, (row) => row.compared));
        expect(leadSpend.current).toBeLessThanOrEqual(sums.spend);
      }
    const google = await ask(person, { ...range, platform: 'google' });
    expect(google.totals.map(({ leadSpend }) => leadSpend.current)).toEqual(google.totals.map(() => 0));
    const named = await ask(person, { ...range, level: 'ad', search: 'a', platform: 'facebook' });
    expect(named.totals.map(({ leadSpend }) => leadSpend.current)).toEqual(named.totals.map(({ sums }) => sums.spend));
  });

  test('children and the rest row add up to their parent', async () => {
    const families = await readAtRest(person, async () => {
      const { rows } = await ask(person, { compare: 'previous' });
      const found = [];
      for (const parent of rows.filter(({ children }) => children > 0)) {
        const key = `${parent.platform}:${parent.level}:${parent.id}`;
        found.push({ parent, key, below: await ask(person, { parent: key, compare: 'previous' }) });
      }
      return found;
    });
    expect(new Set(families.map(({ parent }) => parent.platform))).toEqual(new Set(platformIds));
    for (const { parent, key, below } of families) {
      const { rows: children, totals, totalItems } = below;
      expect(totals).toEqual([
        expect.objectContaining({ currency: parent.currency, sums: parent.sums, compared: parent.compared }),
      ]);
      expect(totalItems).toBe(children.length);
      for (const name of adSumNames) {
        const sum = (of: (row: CampaignRow) => AdSums | null) =>
          round(children.reduce((total, child) => total + (of(child)?.[name] ?? 0), 0));
        expect([key, name, sum(({ sums }) => sums)]).toEqual([key, name, round(parent.sums[name])]);
        expect([key, name, sum(({ compared }) => compared)]).toEqual([key, name, round(parent.compared?.[name] ?? 0)]);
      }
    }
  });

  test('computes missing account sums of older installations from the objects', async () => {
    // The comparison days of these ranges are stored too. Older days may still be loading.
    const ranges = [
      lastWeek,
      { since: addDays(today, -28), until: lastWeek.until },
      { since: addDays(today, -40), until: addDays(today, -33) },
    ];
    const readTotals = async () => {
      const totals = [];
      for (const range of ranges)
        for (const level of adLevels) totals.push((await ask(person, { ...range, level, compare: 'previous' })).totals);
      return totals;
    };
    const before = await readTotals();
    expect(before.flat().length).toBeGreaterThan(0);
    const { db } = api.context;
    await db.transaction(async (tx) => {
      // Reads of older days store account sums of their own. An older installation has no such reads.
      await tx.execute(sql`lock table ad_objects, ad_totals in exclusive mode`);
      await tx.execute(sql`delete from ad_totals where level like 'all-%'`);
      await tx.execute(sql`delete from ad_objects where level like 'all-%'`);
      await tx.execute(sql.raw(await readFile(join(migrationsFolder, '0016_account_sums.sql'), 'utf8')));
    });
    expect(await readTotals()).toEqual(before);
  });

  test('every sort key orders all rows, with ratios to zero last', async () => {
    for (const sort of [
      'spend',
      'ctr',
      'name',
      'account',
      'status',
      'budget',
      'costPerLead',
      'costPerQualifiedLead',
      'wonAmount',
    ] as const) {
      const up = await askAll(person, { sort, order: 'asc', limit: '20' });
      const down = await askAll(person, { sort, order: 'desc', limit: '20' });
      expect(up.rows).toHaveLength(up.totalItems);
      expect(new Set(up.rows.map(({ platform, id }) => `${platform} ${id}`))).toEqual(
        new Set(down.rows.map(({ platform, id }) => `${platform} ${id}`)),
      );
    }
    const { rows } = await askAll(person, { sort: 'cpc', order: 'asc' });
    const cpc = rows.map(({ sums }) => (sums.clicks === 0 ? Infinity : sums.spend / sums.clicks));
    expect(cpc).toEqual(cpc.toSorted((a, b) => a - b));
  });

  test('simultaneous list requests get the same answers as separate requests', async () => {
    const queriesOf = (sort: CampaignsQuery['sort']) =>
      adLevels.flatMap((level) => [
        { ...lastWeek, level, sort },
        { ...lastMonth, level, sort, order: 'asc', compare: 'previous', limit: '4', page: '2' } as const,
        { ...storedRange, level, sort, status: 'paused,deleted', search: 'a' },
        { ...lastWeek, level, sort, platform: 'tiktok,facebook', limit: '3' },
      ]);
    const read = async (query: Partial<CampaignsQuery>) => {
      const { rows, totals, totalItems, otherLeads } = await ask(person, query);
      return { rows, totals, totalItems, otherLeads };
    };
    // Few at a time: the stored data have to stay the same meanwhile.
    for (const sort of ['spend', 'cpm', 'costPerLead', 'name', 'account'] as const) {
      const queries = queriesOf(sort);
      const { alone, together } = await readAtRest(person, async () => {
        const one: Awaited<ReturnType<typeof read>>[] = [];
        for (const query of queries) one.push(await read(query));
        return { alone: one, together: await Promise.all(queries.map(read)) };
      });
      expect(alone.some(({ rows }) => rows.length > 3)).toBe(true);
      expect(together).toEqual(alone);
    }
  });

  test('filters by platform, account, status and name', async () => {
    const all = await askAll(person, {});
    const google = await askAll(person, { platform: 'google' });
    expect(google.rows).toEqual(all.rows.filter(({ platform }) => platform === 'google'));
    const [first] = all.rows;
    if (!first) throw new Error('no row');
    const account = await askAll(person, { account: `${first.platform}:${first.accountId}` });
    expect(account.rows).toEqual(all.rows.filter(({ accountId }) => accountId === first.accountId));
    expect(account.accounts).toEqual(all.accounts);
    const paused = await askAll(person, { status: 'paused,ended' });
    expect(paused.rows).toEqual(all.rows.filter(({ status }) => status === 'paused' || status === 'ended'));
    const named = await askAll(person, { search: first.name.slice(0, 6).toUpperCase() });
    expect(named.rows).toEqual(
      all.rows.filter(({ name }) => name.toLowerCase().includes(first.name.slice(0, 6).toLowerCase())),
    );
  });

  test.each([
    [{ sort: 'profit' as 'spend' }, 400],
    [{ platform: 'myspace' }, 400],
    [{ status: 'asleep' }, 400],
    [{ account: 'google' }, 400],
    [{ since: addDays(today, -3000) }, 400],
    [{ parent: 'google:campaign:404' }, 404],
  ])('refuses %j with %i', async (query, expected) => {
    const { status, body } = await api.request(listCampaigns, {
      token: person.token,
      query: { ...lastWeek, ...query },
    });
    expect([status, body.message]).toEqual([expected, expect.stringMatching(/\w+ \w+/)]);
  });

  test('the detail has daily metrics, children and settings', async () => {
    const [row] = (await ask(person, { sort: 'spend' })).rows;
    if (!row) throw new Error('no row');
    const { status, body } = await api.request(getCampaign, {
      token: person.token,
      params: { platform: row.platform, level: row.level, id: row.id },
      query: { ...lastWeek, compare: 'weekdays' },
    });
    expect(status).toBe(200);
    const { days, children, comparedDays, row: shown } = body.data;
    expect(days.map(({ day }) => day)).toEqual(daysOf(lastWeek));
    for (const name of adSumNames) {
      const sum = (list: readonly AdSums[]) => round(list.reduce((total, sums) => total + sums[name], 0));
      expect(sum(days.map(({ sums }) => sums))).toBe(round(shown.sums[name]));
      expect(sum(comparedDays ?? [])).toBe(round(shown.compared?.[name] ?? 0));
      expect(sum(children.map(({ sums }) => sums))).toBe(round(shown.sums[name]));
    }
  });

  test.each([
    [
      'google',
      'ad',
      ({ accountId, campaignId }) => `https://ads.google.com/aw/campaigns?campaignId=${campaignId}&__e=${accountId}`,
    ],
    [
      'facebook',
      'ad',
      ({ accountId, id }) =>
        `https://adsmanager.facebook.com/adsmanager/manage/ads?act=${accountId.slice('act_'.length)}&selected_ad_ids=${id}`,
    ],
    ['tiktok', 'campaign', ({ accountId }) => `https://ads.tiktok.com/i18n/perf/campaign?aadvid=${accountId}`],
  ] as const satisfies [PlatformId, AdLevel, (row: CampaignRow) => string][])(
    'the detail links to the ad manager of %s',
    async (platform, level, addressOf) => {
      const [row] = (await ask(person, { platform, level })).rows;
      if (!row) throw new Error('no row');
      const { body } = await api.request(getCampaign, {
        token: person.token,
        params: { platform, level, id: row.id },
        query: lastWeek,
      });
      expect(body.data.url).toBe(addressOf(row));
    },
  );

  test('a lead counts for one ad and its parents, on the account’s local day', async () => {
    const { rows } = await askAll(person, { level: 'ad', platform: 'facebook' });
    const ad = rows.find(({ adSetId }) => adSetId !== null);
    if (!ad) throw new Error('no ad');
    const before = await askAll(person, { level: 'campaign', platform: 'facebook' });
    const newLead = (leadId: string, part: Partial<typeof leads.$inferInsert>) => ({
      workspaceId: person.workspaceId,
      list: 'facebook' as const,
      leadId,
      answers: [],
      name: 'Test',
      email: '',
      phone: '',
      createdAt: new Date(`${lastWeek.since}T18:00:00Z`),
      updatedAt: new Date(),
      ...part,
    });
    await api.context.db
      .insert(leads)
      .values([
        newLead('known-ad', { adId: ad.id }),
        newLead('unknown-ad', { adId: '404', campaignId: ad.campaignId }),
        newLead('unknown', { adId: '404', campaignId: '404' }),
        newLead('organic', { isOrganic: true }),
      ]);
    const collected = (data: Campaigns, id: string | null) =>
      data.rows.find((row) => row.id === id)?.sums.collectedLeads ?? 0;
    const after = await askAll(person, { level: 'campaign', platform: 'facebook' });
    expect(collected(after, ad.campaignId) - collected(before, ad.campaignId)).toBe(2);
    const ads = await askAll(person, { level: 'ad', platform: 'facebook' });
    expect(collected(ads, ad.id) - ad.sums.collectedLeads).toBe(1);
    expect(after.otherLeads.organic - before.otherLeads.organic).toBe(1);
    expect(after.otherLeads.unknown - before.otherLeads.unknown).toBe(1);
  });

  test('lists an unreadable account as failing and still returns the rows of the others', async () => {
    const owner = await newOwner(api, ['google', 'tiktok']);
    await orderFaults(api.sandbox, { provider: 'google', path: 'searchStream', kind: 'permission', count: 1000 });
    await api.context.db
      .update(insightAccounts)
      .set({ nextReadAt: new Date(0), adsReadAt: new Date(0) })
      .where(eq(insightAccounts.workspaceId, owner.workspaceId));
    await api.context.db.execute(
      sql`update ad_days set read_at = 'epoch', is_settled = false where workspace_id = ${owner.workspaceId}`,
    );
    await runRead(api.context, { workspaceId: owner.workspaceId, platform: 'google' });
    const { rows, accounts } = await ask(owner);
    const failing = accounts.filter(({ state }) => state === 'failing');
    expect(failing).toEqual(accounts.filter(({ platform }) => platform === 'google'));
    for (const { problem } of failing) expect(problem).toMatch(/\w+ \w+/);
    expect(new Set(rows.map(({ platform }) => platform))).toEqual(new Set(['google', 'tiktok']));
  });

  test('stores budget and status changes with their day', async () => {
    const owner = await newOwner(api, ['google']);
    const own = eq(adObjects.workspaceId, owner.workspaceId);
    await api.context.db.update(adObjects).set({ status: 'other', budget: '0.5' }).where(own);
    await api.context.db
      .update(insightAccounts)
      .set({ nextReadAt: new Date(0), adsReadAt: new Date(0) })
      .where(eq(insightAccounts.workspaceId, owner.workspaceId));
    await runRead(api.context, { workspaceId: owner.workspaceId, platform: 'google' });
    const changes = await api.context.db.select().from(adChanges).where(eq(adChanges.workspaceId, owner.workspaceId));
    const objects = await api.context.db.select().from(adObjects).where(own);
    const changed = objects.filter(({ status }) => status !== 'other');
    expect(changes.filter(({ what, from }) => what === 'status' && from === 'other')).toHaveLength(changed.length);
    expect(changes.filter(({ what, from }) => what === 'budget' && from === '0.500000').length).toBeGreaterThan(0);
  });
});
