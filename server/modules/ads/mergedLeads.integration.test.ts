import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adLevels } from '#shared/campaigns.ts';
import { getCampaign, listCampaigns } from '#shared/contracts/campaigns.ts';
import { changeLead, createLead, getWorkedLead } from '#shared/contracts/leadWork.ts';
import { mergeLeads, unmergeLead } from '#shared/contracts/duplicates.ts';
import { getOverview } from '#shared/contracts/overview.ts';
import { getResponseTimes } from '#shared/contracts/responses.ts';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import { eq, sql } from '#server/database/drizzle.ts';
import { leads, leadWork, workspaces } from '#server/database/schema.ts';
import { newOwner } from './testing/insightTests.ts';
import type { Person } from './testing/insightTests.ts';
import { newLead } from '#server/modules/leads/testing/newLead.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';

let api: TestApi;
let person: Person;
/** Ads of different campaigns, in one currency. */
let ads: readonly { id: string; campaignId: string; currency: string }[];
beforeAll(async () => {
  api = await startTestApi();
  person = await newOwner(api, ['facebook']);
  await api.context.db
    .update(workspaces)
    .set({ responsesSince: new Date(0) })
    .where(eq(workspaces.id, person.workspaceId));
  const { rows } = (await listAds()).body.data;
  const known = rows.flatMap(({ id, campaignId, currency }) =>
    campaignId === null || currency === null ? [] : [{ id, campaignId, currency }],
  );
  const first = known.find((ad) =>
    known.some((other) => other.campaignId !== ad.campaignId && other.currency === ad.currency),
  );
  ads = known.filter(
    (ad, index) =>
      ad.currency === first?.currency && known.findIndex(({ campaignId }) => campaignId === ad.campaignId) === index,
  );
  if (ads.length < 2) throw new Error('two campaigns in one currency are missing');
});
afterAll(() => api.close());

const range = { since: addDays(utcDay(new Date()), -8), until: utcDay(new Date()) };
const listAds = () => listLevel('ad');
const listLevel = (level: (typeof adLevels)[number]) =>
  api.request(listCampaigns, { token: person.token, query: { ...range, level, platform: 'facebook', limit: '100' } });

type Stored = { id: string; adIndex: number | null; createdAt: Date };

/** An organic lead and leads of two ads in order of arrival, and two leads added by hand, the second with an ad. */
const storeLeads = async (): Promise<Stored[]> => {
  const { db } = api.context;
  const { workspaceId, token } = person;
  await db.delete(leads).where(eq(leads.workspaceId, workspaceId));
  for (const table of ['lead_work', 'lead_entries', 'lead_merges', 'lead_contacts'])
    await db.execute(sql`delete from ${sql.identifier(table)} where workspace_id = ${workspaceId}`);
  const stored: Stored[] = [null, 1, 0, 1].map((adIndex, index) => ({
    id: `facebook:lead-${index}`,
    adIndex,
    createdAt: new Date(Date.parse(`${addDays(range.since, 2 + index)}T12:00:00Z`)),
  }));
  await db.insert(leads).values(
    stored.map(({ adIndex, createdAt }, index) => {
      const ad = adIndex === null ? undefined : ads[adIndex];
      const facts = { adId: ad?.id ?? null, campaignId: ad?.campaignId ?? null, createdAt };
      const { contact, ...lead } = newLead(`lead-${index}`, facts);
      return { ...lead, ...contact, createdAt, workspaceId, list: 'facebook' as const, updatedAt: createdAt };
    }),
  );
  for (const adIndex of [null, 0]) {
    const ad = adIndex === null ? undefined : ads[adIndex];
    const created_time = `${addDays(range.since, 6)}T12:00:00Z`;
    const values = { Name: 'By hand', created_time, ...(ad ? { ad_id: `ag:${ad.id}` } : {}) };
    const { data } = (await api.request(createLead, { token, body: { values } })).body;
    stored.push({ id: data.id, adIndex, createdAt: new Date(data.createdAt) });
  }
  return stored;
};

const read = async (id: string) =>
  (await api.request(getWorkedLead, { token: person.token, params: { id } })).body.data;
const win = async (id: string, amount: number) => {
  const headers = { 'If-Match': `"${(await read(id)).version}"` };
  const body = { statusId: 'won', value: { amount, currency: ads[0]?.currency ?? '' } };
  expect((await api.request(changeLead, { token: person.token, params: { id }, body, headers })).status).toBe(200);
};
/** @returns whether the leads were merged. A lead that is already merged into another is refused. */
const merge = async (intoId: string, fromId: string, takesStatus = false): Promise<boolean> => {
  const [into, from] = [await read(intoId), await read(fromId)];
  const body = {
    into: intoId,
    from: [{ id: fromId, version: from.version }],
    ...(takesStatus ? { take: { status: fromId, value: fromId } } : {}),
  };
  const headers = { 'If-Match': `"${into.version}"` };
  const { status, body: answer } = await api.request(mergeLeads, { token: person.token, body, headers });
  if (status !== 200) expect([status, answer.code]).toEqual([409, 'LEAD_MERGED']);
  return status === 200;
};
const separate = async (id: string) => {
  const { status } = await api.request(unmergeLead, { token: person.token, params: { id } });
  expect([200, 409, 412]).toContain(status);
};

type Outcome = [qualified: number, won: number, amount: number];
type Sums = { qualifiedLeads: number; wonLeads: number; wonAmount: number };
const outcome = ({ qualifiedLeads, wonLeads, wonAmount }: Sums): Outcome => [qualifiedLeads, wonLeads, wonAmount];

/** Applies the merge decision lead by lead: the counted leads, each with the work on the shown lead. */
const readCounted = async (stored: readonly Stored[], among: 'forms' | 'all') => {
  const work = await api.context.db.select().from(leadWork).where(eq(leadWork.workspaceId, person.workspaceId));
  const workOf = (id: string) => work.find(({ list, leadId }) => `${list}:${leadId}` === id);
  const persons = Map.groupBy(stored, ({ id }) => workOf(id)?.mergedInto ?? id);
  return [...persons].flatMap(([shown, own]) => {
    const ofForms = own.filter(({ id }) => id.startsWith('facebook:'));
    const ofAds = [...ofForms, ...(among === 'all' ? own : [])].filter(({ adIndex }) => adIndex !== null);
    const counted = ofAds[0] ?? ofForms[0];
    return counted ? [{ ...counted, work: workOf(shown) }] : [];
  });
};

const expectFigures = async (stored: readonly Stored[]) => {
  const counted = await readCounted(stored, 'all');
  const expected = ads.slice(0, 2).map((_, adIndex): Outcome => {
    const won = counted.filter((lead) => lead.adIndex === adIndex && lead.work?.statusId === 'won');
    return [won.length, won.length, won.reduce((sum, { work }) => sum + (work?.amount ?? 0), 0)];
  });
  const total = expected.reduce<Outcome>((sum, one) => [sum[0] + one[0], sum[1] + one[1], sum[2] + one[2]], [0, 0, 0]);
  for (const level of adLevels) {
    const { data } = (await listLevel(level)).body;
    if (level !== 'adset')
      for (const [index, { id, campaignId }] of ads.slice(0, 2).entries()) {
        const row = data.rows.find((each) => each.id === (level === 'ad' ? id : campaignId));
        expect([level, row && outcome(row.sums)]).toEqual([level, expected[index]]);
      }
    const sums = data.totals.map(({ sums: each }) => outcome(each));
    expect([level, sums.reduce((all, one) => all + one[2], 0)]).toEqual([level, total[2]]);
  }
  for (const [index, { id }] of ads.slice(0, 2).entries()) {
    const params = { platform: 'facebook', level: 'ad', id } as const;
    const { days } = (await api.request(getCampaign, { token: person.token, params, query: range })).body.data;
    expect(days.reduce((sum, { sums }) => sum + sums.wonAmount, 0)).toBe(expected[index]?.[2]);
  }
  const { totals } = (await api.request(getOverview, { token: person.token, query: range })).body.data;
  expect(totals.current.spend.reduce((sum, { wonLeads }) => sum + wonLeads, 0)).toBe(total[1]);
  const times = (await api.request(getResponseTimes, { token: person.token, query: { ...range, by: 'campaign' } }))
    .body;
  const ofForms = await readCounted(stored, 'forms');
  const answered = ofForms.filter(({ work }) => work?.respondedAt);
  expect([times.data.total.answered, times.data.total.unanswered]).toEqual([
    answered.length,
    ofForms.length - answered.length,
  ]);
  for (const { campaignId } of ads.slice(0, 2))
    expect(times.data.rows.find(({ id }) => id === campaignId)?.answered ?? 0).toBe(
      answered.filter(({ adIndex }) => adIndex !== null && ads[adIndex]?.campaignId === campaignId).length,
    );
};

test('a won lead of an ad still counts in Campaigns after it is merged into a lead added by hand', async () => {
  const stored = await storeLeads();
  const [organic, ofAd, , , byHand] = stored.map(({ id }) => id);
  if (!organic || !ofAd || !byHand) throw new Error('no leads');
  await win(ofAd, 250);
  const response = (await read(ofAd)).respondedAt;
  await merge(byHand, ofAd);
  expect((await read(byHand)).respondedAt).toBe(response);
  await expectFigures(stored);
  // A sale recorded on a lead without an ad counts for the ad too.
  await merge(organic, byHand);
  await expectFigures(stored);
  const day = (await listAds()).body.data.rows.find(({ id }) => id === ads[1]?.id);
  expect(day && outcome(day.sums)).toEqual([1, 1, 250]);
  await separate(byHand);
  await separate(ofAd);
  await expectFigures(stored);
});

test('the first response keeps its author for any merged lead', async () => {
  const stored = await storeLeads();
  const [, ofAd, , , byHand] = stored.map(({ id }) => id);
  if (!ofAd || !byHand) throw new Error('no leads');
  await win(ofAd, 1);
  await merge(byHand, ofAd);
  const { rows } = (await api.request(getResponseTimes, { token: person.token, query: { ...range, by: 'person' } }))
    .body.data;
  expect(rows.map(({ id, answered }) => [id, answered])).toEqual([[person.userId, 1]]);
});

const index = fc.nat({ max: 5 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('win' as const), of: index, amount: fc.integer({ min: 1, max: 1000 }) }),
  fc.record({ kind: fc.constant('merge' as const), into: index, of: index, takesStatus: fc.boolean() }),
  fc.record({ kind: fc.constant('merge' as const), into: index, of: index, takesStatus: fc.boolean() }),
  fc.record({ kind: fc.constant('separate' as const), of: index }),
);

test('merged leads count once, for the lead that brought the person, after any merges and separations', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const stored = await storeLeads();
      const idOf = (at: number): string => stored[at]?.id ?? '';
      for (const each of steps) {
        const id = idOf(each.of);
        if (each.kind === 'separate') await separate(id);
        else if (each.kind === 'win') {
          if ((await read(id)).mergedInto === undefined) await win(id, each.amount);
        } else if (each.into !== each.of)
          await merge(idOf(each.into), id, each.takesStatus && (await read(id)).statusId === 'won');
      }
      await expectFigures(stored);
      runs += 1;
    }),
    { numRuns: 12 },
  );
  expect(runs).toBe(12);
}, 120_000);
