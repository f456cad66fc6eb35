import type { SandboxClock } from '../../support/clock.ts';
import type { Corrections } from '../../corrections.ts';
import { dateOfDay, dayNumberOf, daysBetween } from '../../support/days.ts';
import { descendants } from './accounts.ts';
import type { AdsAccount } from './accounts.ts';
import { addMetrics, noMetrics } from './ads.ts';
import type { Ad, Metrics } from './ads.ts';
import { queryError } from './adsError.ts';
import type { AdsRecord } from './records.ts';
import { dayRangeOf } from './dateRange.ts';
import type { DayRange } from './dateRange.ts';
import { campaignMetricsOfDay, detailedCampaignsOf } from './details/campaigns.ts';
import type { DetailedCampaign } from './details/campaigns.ts';
import { asksForDetails, detailRecords } from './details/detailRecords.ts';
import { fieldsOf } from './fields.ts';
import { matches, sortRecords } from './filter.ts';
import type { GaqlQuery } from './parseGaql.ts';
import { adGroupRecord, campaignRecord, metricsRecord } from './records.ts';

export type AdsWorld = { seed: number; clock: SandboxClock; corrections: Corrections };

/** Daily metrics are kept for 37 months. Older days have no rows. */
const keptDayCount = 37 * 31;

const isFinite = (day: number | undefined): boolean => day !== undefined && Number.isFinite(day);

const isReport = (field: string): boolean => field.startsWith('metrics.') || field.startsWith('segments.');

const checkQuery = (query: GaqlQuery, account: AdsAccount): void => {
  const known = fieldsOf[query.resource];
  if (!known) {
    throw queryError('BAD_RESOURCE_TYPE_IN_FROM_CLAUSE', `'${query.resource}' is not a valid resource name.`);
  }
  const sorted = query.orderBy.map((order) => order.field);
  const filtered = query.conditions.map((condition) => condition.field);
  for (const field of [...query.fields, ...filtered, ...sorted]) {
    if (!(field in known)) throw queryError('UNRECOGNIZED_FIELD', `Unrecognized field in the query: '${field}'.`);
  }
  for (const field of [...sorted, ...filtered.filter((each) => isReport(each) && each !== 'segments.date')]) {
    if (!query.fields.includes(field)) {
      throw queryError(
        'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE',
        `The following field must be present in SELECT clause: '${field}'.`,
      );
    }
  }
  if (account.manager && query.fields.some((field) => field.startsWith('metrics.'))) {
    throw queryError(
      'REQUESTED_METRICS_FOR_MANAGER',
      'Metrics cannot be requested for a manager account. To retrieve metrics, issue separate requests against each ' +
        'client account under the manager account.',
    );
  }
};

const keptDays = (range: DayRange, clock: SandboxClock): number[] => {
  const today = dayNumberOf(clock.today()) ?? 0;
  // In some time zone, tomorrow has already begun.
  return daysBetween(Math.max(range.first ?? 0, today - keptDayCount), Math.min(range.last ?? today, today + 1));
};

/**
 * One record with the total metrics of all campaigns, or one per day if the query selects the date. Records with only zeros
 * are omitted with a date, and returned without one.
 */
const reportRecords = (
  query: GaqlQuery,
  base: AdsRecord,
  campaigns: readonly DetailedCampaign[],
  range: DayRange,
  { clock, seed, corrections }: AdsWorld,
): AdsRecord[] => {
  const isDaily = query.fields.includes('segments.date');
  if (!isDaily && !query.fields.some((field) => field.startsWith('metrics.'))) return [base];
  const days = keptDays(range, clock);
  const ofDay = (day: number): Metrics =>
    campaigns
      .map((campaign) => campaignMetricsOfDay(campaign, day, seed, corrections))
      .reduce<Metrics>(addMetrics, noMetrics);
  if (!isDaily) return [{ ...base, ...metricsRecord(days.map(ofDay).reduce(addMetrics, noMetrics)) }];
  return days
    .map((day) => ({ day, metrics: metricsRecord(ofDay(day)) }))
    .filter(({ metrics }) => Object.values(metrics).some((value) => value !== 0))
    .map(({ day, metrics }) => ({ ...base, ...metrics, 'segments.date': dateOfDay(day) }));
};

const customerRecord = (account: AdsAccount): AdsRecord => ({
  'customer.resource_name': `customers/${account.id}`,
  'customer.id': account.id,
  'customer.descriptive_name': account.descriptiveName,
  'customer.currency_code': account.currencyCode,
  'customer.time_zone': account.timeZone,
  'customer.manager': account.manager,
  'customer.test_account': false,
  'customer.status': account.status,
});

const clientRecord = (top: AdsAccount, client: AdsAccount, level: number): AdsRecord => ({
  'customer_client.resource_name': `customers/${top.id}/customerClients/${client.id}`,
  'customer_client.id': client.id,
  'customer_client.client_customer': `customers/${client.id}`,
  'customer_client.descriptive_name': client.descriptiveName,
  'customer_client.currency_code': client.currencyCode,
  'customer_client.time_zone': client.timeZone,
  'customer_client.manager': client.manager,
  'customer_client.test_account': false,
  'customer_client.hidden': client.hidden,
  'customer_client.level': level,
  'customer_client.status': client.status,
});

const adRecord = (account: AdsAccount, ad: Ad, group: NonNullable<Ad['adGroup']>): AdsRecord => {
  const customer = `customers/${account.id}`;
  return {
    ...adGroupRecord(account, group),
    'ad_group_ad.resource_name': `${customer}/adGroupAds/${group.id}~${ad.id}`,
    'ad_group_ad.status': ad.status,
    'ad_group_ad.ad.resource_name': `${customer}/ads/${ad.id}`,
    'ad_group_ad.ad.id': ad.id,
  };
};

const recordsOf = (query: GaqlQuery, account: AdsAccount, range: DayRange, world: AdsWorld): AdsRecord[] => {
  const customer = customerRecord(account);
  if (query.resource === 'customer_client') {
    return descendants(account).map((each) => ({ ...customer, ...clientRecord(account, each.account, each.level) }));
  }
  if (asksForDetails(query)) {
    return detailRecords(query, account, { ...world, customer, days: keptDays(range, world.clock) });
  }
  const campaigns = detailedCampaignsOf(account, world.seed);
  if (query.resource === 'customer') return reportRecords(query, customer, campaigns, range, world);
  return campaigns.flatMap((campaign) => {
    const { adGroup } = campaign.source;
    const base = { ...customer, ...campaignRecord(account, campaign) };
    if (query.resource === 'campaign') return reportRecords(query, base, [campaign], range, world);
    if (!adGroup) return [];
    return reportRecords(query, { ...base, ...adRecord(account, campaign.source, adGroup) }, [campaign], range, world);
  });
};

/** Runs a query on one account. @throws the API's `queryError` for queries that Google refuses */
export const runQuery = (query: GaqlQuery, account: AdsAccount, world: AdsWorld): AdsRecord[] => {
  checkQuery(query, account);
  const range = dayRangeOf(query.conditions, world.clock.today(account.timeZone));
  if (query.fields.includes('segments.date') && !(isFinite(range.first) && isFinite(range.last))) {
    throw queryError(
      'EXPECTED_FILTERS_ON_DATE_RANGE',
      "The fields present in the SELECT or WHERE clause must be accompanied by a finite range filter on 'segments.date'.",
    );
  }
  const others = query.conditions.filter((condition) => condition.field !== 'segments.date');
  const records = recordsOf(query, account, range, world).filter((record) => matches(record, others));
  return sortRecords(records, query.orderBy).slice(0, query.limit);
};
