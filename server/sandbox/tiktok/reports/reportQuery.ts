import type { Request } from 'express';
import { dayNumberOf } from '#server/sandbox/support/days.ts';
import { isRecord, queryText } from '#server/sandbox/support/http.ts';
import { invalidParameter } from '#server/sandbox/tiktok/TikTokError.ts';
import {
  jsonParameter,
  onlyValue,
  parseJsonText,
  requireTextList,
  requiredText,
  textList,
} from '#server/sandbox/tiktok/parameters.ts';
import { quoteNames } from './selectFields.ts';

export const reportMetrics = [
  'spend',
  'impressions',
  'clicks',
  'ctr',
  'cpc',
  'cpm',
  'conversion',
  'conversion_rate',
  'reach',
  'profile_visits',
  'onsite_form',
  'form',
  'campaign_name',
  'objective_type',
  'currency',
] as const;

/** Metrics of reports by ad. TikTok: names and parents of the ad are metrics too. */
export const adMetrics = [
  ...reportMetrics,
  'ad_name',
  'adgroup_id',
  'adgroup_name',
  'campaign_id',
  'campaign_automation_type',
] as const;

export type ReportMetric = (typeof adMetrics)[number];

/** TikTok: the id dimension of each data level. */
const idDimensions = {
  AUCTION_CAMPAIGN: ['campaign_id'],
  AUCTION_AD: ['ad_id', 'ad_id_v2'],
} as const;
type DataLevel = keyof typeof idDimensions;
type IdDimension = (typeof idDimensions)[DataLevel][number];

export type ReportQuery = {
  idDimension: IdDimension;
  byDay: boolean;
  metrics: readonly ReportMetric[];
  firstDay: number;
  lastDay: number;
  /** Undefined for all campaigns of the advertiser. */
  campaignIds: readonly string[] | undefined;
  /** TikTok: omits deleted campaigns unless requested. */
  deleted: 'without' | 'with' | 'only';
};

/** TikTok: the longest range of a call depends on whether it has one row per day. */
const maxDaysByDay = 30;
const maxTotalDays = 365;

/** Parameters that change the real response but are not simulated. The sandbox refuses them instead of ignoring them. */
const notSimulated = [
  'advertiser_ids',
  'query_lifetime',
  'order_field',
  'order_type',
  'query_mode',
  'enable_total_metrics',
];

const parseLevel = (level: string): DataLevel => {
  if (level === 'AUCTION_CAMPAIGN' || level === 'AUCTION_AD') return level;
  throw invalidParameter('data_level: The sandbox supports only AUCTION_CAMPAIGN and AUCTION_AD.');
};

const parseDimensions = (
  level: DataLevel,
  dimensions: readonly string[],
): Pick<ReportQuery, 'idDimension' | 'byDay'> => {
  const known: readonly IdDimension[] = idDimensions[level];
  const unknown = dimensions.filter((name) => name !== 'stat_time_day' && !known.some((each) => each === name));
  if (unknown.length > 0) throw invalidParameter(`dimensions: Invalid dimensions: ${quoteNames(unknown)}`);
  const [idDimension, another] = known.filter((name) => dimensions.includes(name));
  if (!idDimension) throw invalidParameter(`dimensions: ${known.join(' or ')} is required.`);
  if (another) throw invalidParameter('dimensions: ad_id and ad_id_v2 cannot be used together.');
  return { idDimension, byDay: dimensions.includes('stat_time_day') };
};

const parseMetrics = (metrics: readonly ReportMetric[], names: readonly string[] | undefined): ReportMetric[] => {
  if (!names) return ['spend', 'impressions'];
  const known = names.flatMap((name) => metrics.filter((metric) => metric === name));
  const unknown = names.filter((name) => !metrics.some((metric) => metric === name));
  if (unknown.length > 0) {
    throw invalidParameter(
      `Please correct the information in invalid metric fields and try again. Invalid metric fields: ${quoteNames(unknown)}`,
    );
  }
  return known;
};

const parseSpan = (start: string, end: string, byDay: boolean): { firstDay: number; lastDay: number } => {
  const firstDay = dayNumberOf(start);
  const lastDay = dayNumberOf(end);
  if (firstDay === undefined) throw invalidParameter('start_date: Not a valid date.');
  if (lastDay === undefined) throw invalidParameter('end_date: Not a valid date.');
  if (lastDay < firstDay) throw invalidParameter('end_date: Must not be before start_date.');
  const maxDays = byDay ? maxDaysByDay : maxTotalDays;
  if (lastDay - firstDay + 1 > maxDays) {
    throw invalidParameter(`The time span of one query must not exceed ${maxDays} days.`);
  }
  return { firstDay, lastDay };
};

const parseStatuses = (statuses: readonly string[]): ReportQuery['deleted'] => {
  const [status = 'STATUS_NOT_DELETE', ...others] = statuses;
  if (status === 'STATUS_ALL') return 'with';
  if (status === 'STATUS_DELETE' && others.length === 0) return 'only';
  if (status === 'STATUS_NOT_DELETE' && others.length === 0) return 'without';
  throw invalidParameter('filtering: The sandbox supports only STATUS_ALL, STATUS_NOT_DELETE and STATUS_DELETE.');
};

/** TikTok: a list of filters with text values. For `IN`, the text is a JSON list. */
const parseFiltering = (statusField: string, filtering: unknown): Pick<ReportQuery, 'campaignIds' | 'deleted'> => {
  const found: Pick<ReportQuery, 'campaignIds' | 'deleted'> = { campaignIds: undefined, deleted: 'without' };
  if (filtering === undefined) return found;
  if (!Array.isArray(filtering)) throw invalidParameter('filtering: Not a valid list.');
  for (const filter of filtering) {
    const { field_name: name, filter_type: type, filter_value: value } = isRecord(filter) ? filter : {};
    if (type !== 'IN' || typeof value !== 'string') {
      throw invalidParameter('filtering: The sandbox supports only the filter type IN with a list inside a text.');
    }
    const list = requireTextList(parseJsonText(value, 'filter_value'), 'filter_value');
    if (name === 'campaign_ids') found.campaignIds = list;
    else if (name === statusField) found.deleted = parseStatuses(list);
    else throw invalidParameter(`filtering: Invalid field ${String(name)}.`);
  }
  return found;
};

/** Parses the parameters of `/report/integrated/get/`. */
export const parseReportQuery = (request: Request): ReportQuery => {
  for (const name of notSimulated) {
    if (queryText(request, name) !== undefined)
      throw invalidParameter(`${name}: The sandbox does not play this parameter.`);
  }
  onlyValue(request, 'service_type', 'AUCTION');
  requiredText(request, 'report_type');
  onlyValue(request, 'report_type', 'BASIC');
  const level = parseLevel(requiredText(request, 'data_level'));
  const { idDimension, byDay } = parseDimensions(level, textList(request, 'dimensions') ?? []);
  return {
    idDimension,
    byDay,
    metrics: parseMetrics(level === 'AUCTION_AD' ? adMetrics : reportMetrics, textList(request, 'metrics')),
    ...parseSpan(requiredText(request, 'start_date'), requiredText(request, 'end_date'), byDay),
    ...parseFiltering(level === 'AUCTION_AD' ? 'ad_status' : 'campaign_status', jsonParameter(request, 'filtering')),
  };
};
