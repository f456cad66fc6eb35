import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adLevels, adSumNames } from '#shared/campaigns.ts';
import type { AdLevel } from '#shared/campaigns.ts';
import { getCampaign, listCampaigns, tabulateCampaigns } from '#shared/contracts/campaigns.ts';
import type { CampaignRow } from '#shared/contracts/campaigns.ts';
import { createLead } from '#shared/contracts/leadWork.ts';
import { getOverview } from '#shared/contracts/overview.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import { and, eq } from '#server/database/drizzle.ts';
import { adAccounts, leads } from '#server/database/schema.ts';
import { upsertCustomLeads } from '#server/modules/leads/imported/customLeads.store.ts';
import { newLead } from '#server/modules/leads/testing/newLead.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';
import { storeAdDays } from './objects/totals/storeAdDays.ts';
import {
  countedOf,
  dayIn,
  findObject,
  insertWork,
  naiveLeads,
  namesAd,
  publicIdOf,
  shownLeads,
} from './testing/workedLeads.ts';
import type { WorkedLead } from './testing/workedLeads.ts';

const today = utcDay(new Date());
const range = { since: addDays(today, -8), until: addDays(today, -5) };

const accounts = [
  { platform: 'facebook', accountId: 'act_1', currency: 'USD', timeZone: 'America/New_York' },
  { platform: 'google', accountId: '2', currency: 'EUR', timeZone: 'Asia/Tokyo' },
  { platform: 'tiktok', accountId: '3', currency: 'EUR', timeZone: 'UTC' },
] as const;
const timeZoneOf = (id: string) => accounts.find(({ accountId }) => accountId === id)?.timeZone ?? null;

/** Each platform has the ad 100, and another ad without an ad set. */
const objects = accounts.flatMap(({ platform, accountId, currency }, index) => {
  const of = { platform, accountId, currency };
  const campaignId = `${index}1`;
  const adSetId = `${index}2`;
  return [
    { ...of, level: 'campaign' as const, id: campaignId, campaignId: null, adSetId: null },
    { ...of, level: 'adset' as const, id: adSetId, campaignId, adSetId: null },
    { ...of, level: 'ad' as const, id: '100', campaignId, adSetId },
    { ...of, level: 'ad' as const, id: `${index}3`, campaignId, adSetId: null },
  ];
});

let api: TestApi;
let person: TestPerson;
beforeAll(async () => {
  api = await startTestApi();
  person = await api.registerUser();
  const { workspaceId } = person;
  const { db } = api.context;
  for (const [position, { platform, accountId, currency, timeZone }] of accounts.entries()) {
    await db.insert(adAccounts).values({
      workspaceId,
      platform,
      accountId,
      name: accountId,
      currency,
      timeZone,
      position,
      listedAt: new Date(),
    });
    for (const level of ['campaign', 'ad'] as const)
      await db.transaction((tx) =>
        storeAdDays(
          tx,
          { workspaceId, platform, accountId },
          level,
          {
            range,
            rows: objects
              .filter((object) => object.platform === platform && object.level === level)
              .map(({ id, campaignId, adSetId }) => ({
                day: range.since,
                id,
                name: `${level} ${id}`,
                campaignId,
                adSetId,
                adSetName: adSetId,
                spend: level === 'campaign' ? '12' : '5',
                impressions: '100',
                clicks: '10',
                conversions: '0',
                leads: '0',
              })),
          },
          { readAt: new Date(), today, settledUntil: addDays(today, -1), account: { currency, timeZone } },
        ),
      );
  }
});
afterAll(() => api.close());

const empty = Object.fromEntries(customLeadKeys.map((key) => [key, ''])) as CustomLeadValues;

/** Stores leads as forms, files and people bring them. An imported lead gets its id from the store. */
const store = async (given: readonly (WorkedLead & { prefix: string; isInFile: boolean })[]): Promise<WorkedLead[]> => {
  const { db } = api.context;
  const { workspaceId } = person;
  await db.delete(leads).where(eq(leads.workspaceId, workspaceId));
  const stored: WorkedLead[] = [];
  for (const { prefix, isInFile, ...lead } of given) {
    const { list, leadId, adId, adSetId, campaignId, createdAt, statusText } = lead;
    if (list !== 'custom') {
      const { contact, ...form } = newLead(leadId, { adId, adsetId: adSetId, campaignId, createdAt });
      const imported = isInFile ? { importedAt: createdAt, identity: leadId, record: { ad_id: 'ag:404' } } : {};
      await db
        .insert(leads)
        .values({ ...form, ...contact, ...imported, workspaceId, list, createdAt, updatedAt: createdAt });
      stored.push(lead);
      continue;
    }
    const asGiven = (id: string | null) => (id === null ? '' : `${prefix}${id}`);
    const values: CustomLeadValues = {
      ...empty,
      Name: leadId,
      ad_id: asGiven(adId),
      adset_id: asGiven(adSetId),
      campaign_id: asGiven(campaignId),
      created_time: createdAt.toISOString(),
      Status: statusText ?? '',
    };
    const options = { now: new Date(), renewUnchanged: false };
    await db.transaction((tx) => upsertCustomLeads(tx, workspaceId, [{ identity: leadId, values }], options));
    const [row] = await db
      .select({ id: leads.leadId, record: leads.record })
      .from(leads)
      .where(and(eq(leads.workspaceId, workspaceId), eq(leads.identity, leadId)));
    if (!row) throw new Error('the lead was not stored');
    expect(row.record?.ad_id ?? '').toBe(values.ad_id);
    stored.push({ ...lead, leadId: row.id });
  }
  const merged = stored.map((lead) => {
    const index = given.findIndex((each) => publicIdOf(each) === lead.mergedInto);
    const into = stored[index];
    return into ? { ...lead, mergedInto: publicIdOf(into) } : lead;
  });
  await insertWork(api, person, merged);
  return merged;
};

const list = async (level: AdLevel) =>
  (await api.request(listCampaigns, { token: person.token, query: { ...range, level, limit: '100' } })).body.data;

const readRow = async (row: CampaignRow) =>
  (
    await api.request(getCampaign, {
      token: person.token,
      params: { platform: row.platform, level: row.level, id: row.id },
      query: range,
    })
  ).body.data;

const outcomes = (sums: { qualifiedLeads: number; wonLeads: number; wonAmount: number; otherWonLeads: number }) => [
  sums.qualifiedLeads,
  sums.wonLeads,
  sums.wonAmount,
  sums.otherWonLeads,
];

/** The leads that no row includes, lead by lead. */
const naiveOthers = (all: readonly WorkedLead[]) => {
  const others = { organic: 0, unknown: 0, imported: 0, byHand: 0 };
  for (const [lead, { isCounted }] of countedOf(all)) {
    const day = dayIn('UTC', lead.createdAt);
    if (day < range.since || day > range.until || (lead.list === 'custom' && !isCounted)) continue;
    if (findObject(lead, objects)) continue;
    if (namesAd(lead)) others.unknown += 1;
    else others[lead.list === 'custom' ? 'imported' : 'organic'] += 1;
  }
  return others;
};

const expectLeads = async (all: readonly WorkedLead[]): Promise<void> => {
  const naive = (level: AdLevel) => naiveLeads(all, range, level, { objects, timeZoneOf });
  const levels = new Map<AdLevel, CampaignRow[]>();
  const totals: unknown[] = [];
  for (const level of adLevels) {
    const { rows, otherLeads, ...data } = await list(level);
    levels.set(level, rows);
    // Two platforms have an ad with the id 100, so only sums can be compared by id.
    const shown = shownLeads(rows.filter(({ id }) => id !== '100'));
    expect([level, shown]).toEqual([level, new Map([...naive(level)].filter(([id]) => id !== '100'))]);
    expect(otherLeads).toEqual(naiveOthers(all));
    for (const { currency, sums } of data.totals)
      for (const name of adSumNames)
        expect([level, name, sums[name]]).toEqual([
          level,
          name,
          rows.filter((row) => row.currency === currency).reduce((sum, row) => sum + row.sums[name], 0),
        ]);
    totals.push(data.totals.map(({ currency, sums }) => [currency, sums]));
    if (level === 'campaign') {
      const { totals: overview } = (await api.request(getOverview, { token: person.token, query: range })).body.data;
      for (const { currency, sums, leadSpend } of data.totals) {
        const own = overview.current.spend.find((spend) => spend.currency === currency);
        expect([currency, own && outcomes(own)]).toEqual([currency, outcomes(sums)]);
        if (sums.qualifiedLeads > 0) expect(own?.leadSpend).toBe(leadSpend.current);
      }
    }
  }
  expect(totals).toEqual(adLevels.map(() => totals[0]));
  const brought = [...levels.values()].flat().filter(({ kind, sums }) => kind === 'object' && sums.collectedLeads > 0);
  for (const row of brought.slice(-3)) {
    const { days, leadSources } = await readRow(row);
    expect([row.id, days.reduce((sum, { sums }) => sum + sums.collectedLeads, 0)]).toEqual([
      row.id,
      row.sums.collectedLeads,
    ]);
    expect(leadSources.forms + leadSources.imported).toBe(row.sums.collectedLeads);
    if (row.platform === 'google') expect(leadSources.forms).toBe(0);
  }
};

const maybe = (...ids: string[]) => fc.option(fc.constantFrom(...ids), { freq: 2 });
const anyLead = fc.record({
  list: fc.constantFrom('facebook' as const, 'tiktok' as const, 'custom' as const, 'custom' as const),
  adId: maybe('100', '03', '13', '23', '404'),
  adSetId: maybe('02', '12', '22', '404'),
  campaignId: maybe('01', '11', '21', '404'),
  prefix: fc.constantFrom('', ' ', 'ag:', 'C:'),
  /** A form lead that a file brought again counts once, as a form lead. */
  isInFile: fc.boolean(),
  /** Up to a day before and after the range. */
  hours: fc.integer({ min: -24, max: 5 * 24 }),
  statusId: fc.option(fc.constantFrom('new', 'contacted', 'qualified', 'won')),
  statusText: fc.option(fc.constantFrom('Won', ' qualified', 'Lost', 'Called twice')),
  amount: fc.integer({ min: 1, max: 500 }),
  currency: fc.constantFrom('EUR', 'USD'),
  into: fc.option(fc.nat({ max: 11 })),
});

test(
  'Campaigns and Overview count leads of all lists like a model, for any ids and merges',
  { timeout: 240_000 },
  async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyLead, { minLength: 1, maxLength: 12 }), async (given) => {
        const ids = given.map((lead, index) => `${lead.list}:lead-${index}`);
        const all = given.map(({ hours, into, statusId, statusText, amount, currency, ...lead }, index) => {
          const isWon = statusId === 'won';
          return {
            ...lead,
            leadId: `lead-${index}`,
            createdAt: new Date(Date.parse(`${range.since}T00:20:00Z`) + hours * 3_600_000),
            statusId,
            statusText: lead.list === 'custom' ? statusText : null,
            amount: isWon ? amount : null,
            currency: isWon ? currency : null,
            // Only the first three leads stay visible with others merged into them.
            mergedInto: into !== null && into < 3 && index >= 3 ? (ids[into] ?? null) : null,
          };
        });
        await expectLeads(await store(all));
        runs += 1;
      }),
      { numRuns: 15, endOnFailure: true },
    );
    expect(runs).toBe(15);
  },
);

test('an imported lead of a Google campaign gives the campaign a cost per qualified lead', async () => {
  await store([
    {
      list: 'custom',
      leadId: 'lead',
      prefix: 'c:',
      isInFile: true,
      adId: null,
      adSetId: null,
      campaignId: '11',
      createdAt: new Date(`${range.since}T12:00:00Z`),
      statusId: null,
      statusText: 'Qualified',
      amount: null,
      currency: null,
      mergedInto: null,
    },
  ]);
  const { rows, hasQualifiedLeads, totals } = await list('campaign');
  expect(hasQualifiedLeads).toBe(true);
  const campaign = rows.find(({ id }) => id === '11');
  if (!campaign) throw new Error('no campaign');
  expect(campaign.sums).toMatchObject({ spend: 12, collectedLeads: 1, qualifiedLeads: 1 });
  expect(totals.find(({ currency }) => currency === 'EUR')?.leadSpend.current).toBe(12);
  const rest = (await list('ad')).rows.find(({ kind, platform }) => kind === 'rest' && platform === 'google');
  expect(rest?.sums).toMatchObject({ collectedLeads: 1, qualifiedLeads: 1 });
  const { data } = (
    await api.request(tabulateCampaigns, {
      token: person.token,
      query: { ...range, platform: 'google', columns: 'costPerLead,costPerQualifiedLead' },
    })
  ).body;
  expect(data.rows.map((cells) => cells.slice(-2))).toEqual([[12, 12]]);
  const detail = await readRow(campaign);
  expect(detail.leadSources).toEqual({ forms: 0, imported: 1 });
  expect(detail.newestLeads).toMatchObject([{ list: 'custom', name: 'lead' }]);
});

test('the note on other leads tells leads added by hand from imported leads', async () => {
  await store([]);
  await api.request(createLead, { token: person.token, body: { values: { Name: 'By hand' } } });
  const query = { since: today, until: today };
  const { otherLeads } = (await api.request(listCampaigns, { token: person.token, query })).body.data;
  expect(otherLeads).toEqual({ organic: 0, unknown: 0, imported: 0, byHand: 1 });
});
