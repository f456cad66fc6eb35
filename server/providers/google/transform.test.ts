import { describe, expect, it } from 'vitest';
import adDaysSample from './samples/adDays.json' with { type: 'json' };
import campaignDaysSample from './samples/campaignDays.json' with { type: 'json' };
import emptySample from './samples/empty.json' with { type: 'json' };
import { fromMicros, toAccount, toGoogleRows } from './transform.ts';
import { adDayRow, campaignDayRow, customer, streamAnswer } from './types.ts';

const adDays = streamAnswer(adDayRow)
  .parse(adDaysSample)
  .flatMap((chunk) => chunk.results);
const campaignDays = streamAnswer(campaignDayRow)
  .parse(campaignDaysSample)
  .flatMap((chunk) => chunk.results);

describe('toGoogleRows', () => {
  it('maps ads, newest day first, with labels, units and zeros for omitted values', () => {
    expect(toGoogleRows(adDays, [])).toEqual([
      {
        date: '2026-11-20',
        customerName: '777-888-9999',
        customerId: '7778889999',
        campaignName: 'Search | Implants',
        campaignId: '20111222333',
        campaignStatusLabel: 'Unknown',
        adsetName: 'Implants exact',
        adsetId: '150111222333',
        adsetStatusLabel: 'Enabled',
        adId: '690111222334',
        adStatusLabel: 'Enabled',
        spend: 0,
        clicks: 0,
        impressions: 3,
        leads: 0,
      },
      {
        date: '2026-11-19',
        customerName: 'Sample Dental',
        customerId: '7778889999',
        campaignName: 'Search | Implants',
        campaignId: '20111222333',
        campaignStatusLabel: 'Enabled',
        adsetName: 'Implants exact',
        adsetId: '150111222333',
        adsetStatusLabel: 'Paused',
        adId: '690111222333',
        adStatusLabel: 'Removed',
        spend: 41.23751,
        clicks: 18,
        impressions: 640,
        leads: 2.5,
      },
    ]);
  });

  it('adds the days of a campaign without ads, without duplicates', () => {
    const rows = toGoogleRows(adDays, campaignDays);
    expect(rows).toHaveLength(3);
    expect(rows.find((row) => row.campaignId === '20111222999')).toMatchObject({
      campaignName: 'Performance Max | All',
      adsetId: '',
      adId: '',
      adStatusLabel: '',
      spend: 9.07,
    });
  });

  it('treats every day separately, so that its rows do not depend on the range', () => {
    const [ofAds] = campaignDays;
    if (!ofAds) throw new Error('the sample has rows');
    const dayWithoutAds = { ...ofAds, segments: { date: '2026-11-18' } };
    const rows = toGoogleRows(adDays, [...campaignDays, dayWithoutAds]);
    expect(rows.filter(({ adId }) => adId === '').map(({ date, spend }) => [date, spend])).toEqual([
      ['2026-11-20', 9.07],
      ['2026-11-18', 41.23751],
    ]);
  });

  it('returns no rows for a response without results', () => {
    expect(
      streamAnswer(adDayRow)
        .parse(emptySample)
        .flatMap((chunk) => chunk.results),
    ).toEqual([]);
  });
});

it.each([
  ['0', 0],
  ['1', 0.000001],
  ['41237510', 41.23751],
  ['1100000', 1.1],
  ['4170069', 4.170069],
  ['300000003', 300.000003],
  ['900719925474099', 900719925.474099],
])('converts %s micros to exactly %d', (micros, units) => {
  expect(fromMicros(micros)).toBe(units);
});

it('names an account without a name by its formatted id', () => {
  const nameless = customer.parse({ id: '4445556666', status: 'ENABLED' });
  expect(toAccount(nameless, null)).toEqual({
    id: '4445556666',
    name: '444-555-6666',
    currency: null,
    timeZone: null,
    loginCustomerId: null,
  });
});

it('refuses an id that has already lost digits', () => {
  expect(customer.safeParse(JSON.parse('{"id":12345678901234567890}')).success).toBe(false);
});

it('takes no rows from a truncated stream', () => {
  const broken = [...adDaysSample, { error: { code: 500, status: 'INTERNAL', message: 'x' } }];
  expect(streamAnswer(adDayRow).safeParse(broken).success).toBe(false);
});
