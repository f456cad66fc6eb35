import { afterAll, beforeAll, expect, test } from 'vitest';
import { adLevels } from '#shared/campaigns.ts';
import { getCampaign, listCampaigns } from '#shared/contracts/campaigns.ts';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import { adAccounts, leads } from '#server/database/schema.ts';
import type { AdDayRow } from '#server/providers/reports/AdReports.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';
import { storeAdDays } from './objects/totals/storeAdDays.ts';

const platform = 'facebook' as const;
const today = utcDay(new Date());
const minuteMs = 60_000;

/** Zones with unusual clock changes: other days, half an hour, around midnight, or never. */
const changing =
  `Europe/Berlin Europe/London Europe/Lisbon Europe/Athens Europe/Chisinau Atlantic/Azores America/New_York
  America/Chicago America/Denver America/Los_Angeles America/St_Johns America/Havana America/Santiago America/Asuncion
  Africa/Cairo Africa/Casablanca Asia/Beirut Asia/Jerusalem Australia/Sydney Australia/Lord_Howe Pacific/Auckland
  Pacific/Chatham`.split(/\s+/);
const unchanging = `UTC Asia/Kathmandu Asia/Kolkata Asia/Tokyo Asia/Shanghai Asia/Dubai Asia/Tehran Asia/Yangon
  Africa/Lagos Africa/Nairobi America/Sao_Paulo America/Bogota America/Phoenix Pacific/Honolulu Pacific/Kiritimati
  Pacific/Marquesas Pacific/Pago_Pago Australia/Darwin`.split(/\s+/);
const zones = [...changing, ...unchanging];
/** Currencies with zero, two, three and four decimals. */
const currencies =
  `EUR USD JPY KWD CLF GBP CHF KRW BHD TND VND CLP HUF TWD IDR COP CRC AUD CAD NZD SEK NOK DKK PLN CZK RON
  TRY ILS ZAR BRL MXN ARS INR CNY HKD SGD THB PHP MYR AED`.split(/\s+/);

/** The first and last minute of a day in a zone, found by formatting each minute. */
const minutesOf = (timeZone: string, day: Day): { first: number; last: number } => {
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  const noon = Date.parse(`${day}T12:00:00Z`);
  const minutes = Array.from({ length: 54 * 60 }, (_, index) => noon + (index - 27 * 60) * minuteMs);
  const own = minutes.filter((at) => date.format(at) === day);
  return { first: own[0] ?? 0, last: own.at(-1) ?? 0 };
};

/** A day in the last year on which clocks change, or else an ordinary day. */
const dayOf = (timeZone: string): Day => {
  const offset = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const offsetAt = (at: number) => offset.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  const days = Array.from({ length: 360 }, (_, index) => addDays(today, -3 - index));
  const change = days.find((day) => {
    const at = Date.parse(`${day}T12:00:00Z`);
    return offsetAt(at - 24 * 60 * minuteMs) !== offsetAt(at);
  });
  if (change === undefined) return addDays(today, -40);
  const isOdd = (day: Day) => {
    const { first, last } = minutesOf(timeZone, day);
    return last - first !== 1439 * minuteMs;
  };
  return [change, addDays(change, -1), addDays(change, 1)].find(isOdd) ?? change;
};

const places = zones.map((timeZone, index) => {
  const day = dayOf(timeZone);
  const currency = currencies[index] ?? '';
  return { accountId: `account-${index}`, timeZone, currency, day, ...minutesOf(timeZone, day) };
});
type Place = (typeof places)[number];

/** Amounts that have no exact binary form. */
const spendOf = (index: number): string => `${index * 1000}.${String(index).padStart(3, '0')}`;

let api: TestApi;
let person: TestPerson;
beforeAll(async () => {
  api = await startTestApi();
  person = await api.registerUser();
  const { db } = api.context;
  const { workspaceId } = person;
  await db.insert(adAccounts).values(
    places.map(({ accountId, timeZone, currency }, position) => ({
      workspaceId,
      platform,
      accountId,
      name: accountId,
      currency,
      timeZone,
      position,
      listedAt: new Date(),
    })),
  );
  for (const [index, { accountId, currency, timeZone, day, first, last }] of places.entries()) {
    const row = (id: string, part: Partial<AdDayRow>): AdDayRow => ({
      id,
      name: id,
      campaignId: null,
      adSetId: null,
      adSetName: null,
      day,
      spend: spendOf(index),
      impressions: '100',
      clicks: '10',
      conversions: '0',
      leads: '0',
      ...part,
    });
    const range = { since: addDays(day, -1), until: addDays(day, 1) };
    const facts = {
      readAt: new Date(),
      today,
      settledUntil: addDays(today, -1),
      account: { currency, timeZone },
    };
    const key = { workspaceId, platform, accountId } as const;
    const campaignId = `campaign-${index}`;
    await db.transaction(async (tx) => {
      await storeAdDays(tx, key, 'campaign', { range, rows: [row(campaignId, {})] }, facts);
      const ad = row(`ad-${index}`, { campaignId, adSetId: `adset-${index}`, adSetName: `Set of ${accountId}` });
      await storeAdDays(tx, key, 'ad', { range, rows: [ad] }, facts);
    });
    const arrivals = { before: first - minuteMs, first, last, after: last + minuteMs };
    await db.insert(leads).values(
      Object.entries(arrivals).map(([name, at]) => ({
        workspaceId,
        list: platform,
        leadId: `${name}-${index}`,
        answers: [],
        name,
        email: '',
        phone: '',
        adId: `ad-${index}`,
        createdAt: new Date(at),
        updatedAt: new Date(),
      })),
    );
  }
});
afterAll(() => api.close());

const ask = async (level: (typeof adLevels)[number], range: DateRange, account?: string) => {
  const { status, body } = await api.request(listCampaigns, {
    token: person.token,
    query: { ...range, level, limit: '100', ...(account === undefined ? {} : { account: `${platform}:${account}` }) },
  });
  expect([status, body.message]).toEqual([200, undefined]);
  return body.data;
};

test('the tested days include 23, 24 and 25 hours and other lengths', () => {
  const lengths = places.map(({ first, last }) => (last - first) / minuteMs + 1);
  expect(lengths.slice(0, changing.length).filter((minutes) => minutes === 1440).length).toBeLessThan(4);
  for (const hours of [23, 24, 25]) expect(lengths).toContain(hours * 60);
  expect(lengths.some((minutes) => minutes === 23.5 * 60 || minutes === 24.5 * 60)).toBe(true);
  expect([new Set(currencies).size, new Set(zones).size]).toEqual([40, 40]);
});

test.each(places)('a day in $timeZone counts only its own leads at each level', async ({ accountId, day }: Place) => {
  const range = { since: day, until: day };
  for (const level of adLevels) {
    const { rows, totals } = await ask(level, range, accountId);
    expect(rows.map(({ sums }) => sums.collectedLeads)).toEqual([2]);
    expect(totals.map(({ sums }) => sums.collectedLeads)).toEqual([2]);
  }
  const { body } = await api.request(getCampaign, {
    token: person.token,
    params: { platform, level: 'ad', id: `ad-${accountId.slice('account-'.length)}` },
    query: { since: addDays(day, -1), until: addDays(day, 1) },
  });
  expect(body.data.days.map(({ sums }) => sums.collectedLeads)).toEqual([1, 2, 1]);
});

test('an ad set missing from the platform’s list gets its name from the report', async () => {
  const { rows } = await ask('adset', { since: addDays(today, -365), until: today });
  for (const { name, accountId } of rows) expect(name).toBe(`Set of ${accountId}`);
});

test('totals are separate and exact for each currency', async () => {
  for (const level of adLevels) {
    const { rows, totals } = await ask(level, { since: addDays(today, -365), until: today });
    expect(rows).toHaveLength(places.length);
    expect(new Map(totals.map(({ currency, sums }) => [currency, sums.spend]))).toEqual(
      new Map(places.map(({ currency }, index) => [currency, Number(spendOf(index))])),
    );
    expect(totals.map(({ sums }) => sums.collectedLeads)).toEqual(places.map(() => 4));
  }
});
