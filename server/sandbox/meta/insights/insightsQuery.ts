import { utcDay } from '#shared/lib/dateRange.ts';
import type { SandboxClock } from '#server/sandbox/support/clock.ts';
import { dateOfDay, dayNumberOf } from '#server/sandbox/support/days.ts';
import { isRecord } from '#server/sandbox/support/http.ts';
import { fieldNames } from '#server/sandbox/meta/graph/fields.ts';
import { GraphError, badParameter } from '#server/sandbox/meta/graph/GraphError.ts';
import { parseStatusFilter } from '#server/sandbox/meta/statusFilter.ts';
import { insightFields, isInsightField } from './insightFields.ts';
import type { InsightField } from './insightFields.ts';

export const insightLevels = ['account', 'campaign', 'adset', 'ad'] as const;
export type InsightLevel = (typeof insightLevels)[number];

export type InsightsQuery = {
  level: InsightLevel;
  fields: readonly InsightField[];
  firstDay: number;
  lastDay: number;
  /** Days per row. */
  increment: number | 'monthly' | 'all_days';
  byPlatform: boolean;
  /** Statuses of the level's objects; undefined for active ones. */
  statuses: readonly string[] | undefined;
};

/** Parameters that change the real response but are not simulated. The sandbox refuses them instead of ignoring them. */
const notSimulated = ['action_attribution_windows', 'date_format', 'date_preset', 'ids', 'sort', 'time_ranges'];

/** Meta: the earliest `since`, counted back from today. */
const maxAgeMonths = 37;

const parseLevel = (text: string | null): InsightLevel => {
  const level = insightLevels.find((each) => each === (text || 'account'));
  if (!level) throw badParameter(`Param level must be one of {${insightLevels.join(', ')}} - got "${text ?? ''}"`);
  return level;
};

const parseFields = (text: string | null): InsightField[] => {
  if (!text) return ['impressions', 'spend'];
  return fieldNames(text).map((name) => {
    if (isInsightField(name)) return name;
    throw badParameter(`${name} is not valid for fields param. The sandbox knows ${insightFields.join(', ')}`);
  });
};

const monthsBefore = (day: number, months: number): number => {
  const date = new Date(`${dateOfDay(day)}T00:00:00Z`);
  const dayOfMonth = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - months);
  // Uses the last day of a shorter month: March 31 minus one month is the end of February.
  if (date.getUTCDate() !== dayOfMonth) date.setUTCDate(0);
  return dayNumberOf(utcDay(date)) ?? day;
};

const parseJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    throw badParameter(`Invalid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const parseTimeRange = (text: string | null, today: number): { firstDay: number; lastDay: number } => {
  // Meta: the default range is the last 30 days.
  if (!text) return { firstDay: today - 30, lastDay: today - 1 };
  const range = parseJson(text);
  const { since, until } = isRecord(range) ? range : {};
  const firstDay = typeof since === 'string' ? dayNumberOf(since) : undefined;
  const lastDay = typeof until === 'string' ? dayNumberOf(until) : undefined;
  if (firstDay === undefined || lastDay === undefined) {
    throw badParameter("param time_range must contain 'since' and 'until' in the form YYYY-MM-DD");
  }
  if (firstDay > lastDay) throw badParameter('time_range: since must be before until');
  if (firstDay < monthsBefore(today, maxAgeMonths)) {
    throw new GraphError(
      3018,
      '(#3018) The start date of the time range cannot be beyond 37 months from the current date',
    );
  }
  return { firstDay, lastDay };
};

const parseIncrement = (text: string | null): InsightsQuery['increment'] => {
  if (!text || text === 'all_days') return 'all_days';
  if (text === 'monthly') return 'monthly';
  if (!/^\d{1,2}$/.test(text) || Number(text) < 1 || Number(text) > 90) {
    throw badParameter("time_increment must be 1 to 90, 'monthly' or 'all_days'");
  }
  return Number(text);
};

const parseBreakdowns = (text: string | null): boolean => {
  if (!text) return false;
  // Meta documents a comma-separated list, but the SDKs send a JSON array.
  const names: unknown = text.startsWith('[') ? parseJson(text) : text.split(',').map((name) => name.trim());
  if (!Array.isArray(names)) throw badParameter('breakdowns must be a list');
  const unknown: unknown = names.find((name) => name !== 'publisher_platform');
  if (unknown !== undefined) throw badParameter(`breakdowns: the sandbox knows only publisher_platform`);
  return names.length > 0;
};

/**
 * Parses the parameters of `/act_<id>/insights`.
 *
 * @param timeZone the ad account's, which defines the days of the report
 */
export const parseInsightsQuery = (
  parameters: URLSearchParams,
  clock: SandboxClock,
  timeZone: string,
): InsightsQuery => {
  for (const name of notSimulated) {
    if (parameters.has(name)) throw badParameter(`The sandbox does not play the parameter ${name} of insights`);
  }
  const today = dayNumberOf(clock.today(timeZone)) ?? 0;
  const level = parseLevel(parameters.get('level'));
  return {
    level,
    statuses: parseStatusFilter(parameters.get('filtering'), `${level}.effective_status`),
    fields: parseFields(parameters.get('fields')),
    ...parseTimeRange(parameters.get('time_range'), today),
    increment: parseIncrement(parameters.get('time_increment')),
    byPlatform: parseBreakdowns(parameters.get('breakdowns')),
  };
};
