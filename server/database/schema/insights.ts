import { bigint, boolean, date, index, jsonb, numeric, pgTable, primaryKey, text } from '../drizzle.ts';
import type { InsightRowOf } from '#shared/insights.ts';
import type { TikTokRow } from '#shared/insights/tiktok.ts';
import type { ErrorCode } from '#shared/errorCodes.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { leaseColumns, listChecks, moment, oneOf, workspaceId } from './columns.ts';
import { workspaces } from './workspaces.ts';

/** The last preview query of a workspace, by platform and dates; an export event without accounts repeats it. */
export const insightQueries = pgTable(
  'insight_queries',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: oneOf('platform', platformIds).notNull(),
    since: text('since').notNull(),
    until: text('until').notNull(),
    accountIds: jsonb('account_ids').$type<string[]>().notNull(),
    usedAt: moment('used_at').notNull(),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.platform, table.since, table.until] }),
  ],
);

/** The state of an ad account's stored insights: when they are read next, and why the last read failed. */
export const insightAccounts = pgTable(
  'insight_accounts',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: oneOf('platform', platformIds).notNull(),
    accountId: text('account_id').notNull(),
    /** During a read, the end of its lease, so that the account becomes due again if the process is killed. */
    nextReadAt: moment('next_read_at').notNull(),
    /** When its metrics were last viewed. Accounts without viewers are read less often. */
    lookedAt: moment('looked_at').notNull().defaultNow(),
    ...leaseColumns(),
    /** Days that the lease holder is reading. Other readers wait for these days. */
    readingSince: date('reading_since', { mode: 'string' }),
    readingUntil: date('reading_until', { mode: 'string' }),
    /** Requested days that have not been read yet, both ends included. */
    wantedSince: date('wanted_since', { mode: 'string' }),
    wantedUntil: date('wanted_until', { mode: 'string' }),
    /** The last complete read. */
    readAt: moment('read_at'),
    /** The largest response that worked after the platform refused larger ones; null: no limit is known. */
    answerSize: jsonb('answer_size').$type<{ days: number; rows: number }>(),
    answerSizeAt: moment('answer_size_at'),
    failingSince: moment('failing_since'),
    problemCode: text('problem_code').$type<ErrorCode>(),
    problem: text('problem'),
    /** The last complete read of campaigns, ad sets and ads, and why a later one failed. */
    adsReadAt: moment('ads_read_at'),
    /** The first day from which on all levels, from campaign to ad, are stored. */
    adsSince: date('ads_since', { mode: 'string' }),
    adsProblem: text('ads_problem'),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.platform, table.accountId] }),
    index('insight_accounts_due').on(table.nextReadAt),
  ],
);

/**
 * Rows of the Preview for one day of one ad account, kept since somebody looked at them; no rows means no delivery. The
 * day follows the account's time zone.
 */
export const insightDays = pgTable(
  'insight_days',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: oneOf('platform', platformIds).notNull(),
    accountId: text('account_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    readAt: moment('read_at').notNull(),
    /** Read after the platform had stopped changing the metrics of this day. */
    isSettled: boolean('is_settled').notNull(),
    currency: text('currency'),
    timeZone: text('time_zone'),
    attribution: text('attribution'),
    /** The platform's rows for the day, as the Preview shows them, in the platform's order. */
    rows: jsonb('rows').$type<InsightRowOf[PlatformId][]>().notNull(),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.platform, table.accountId, table.day] }),
  ],
);

/** Earlier releases sum these rows, so they remain for one more release. Nothing writes or reads them. */
export const campaignDays = pgTable(
  'campaign_days',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: oneOf('platform', platformIds).notNull(),
    accountId: text('account_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    campaignId: text('campaign_id').notNull(),
    campaignName: text('campaign_name').notNull(),
    currency: text('currency'),
    /** In units of the currency. */
    spend: numeric('spend', { precision: 24, scale: 6 }).notNull(),
    impressions: bigint('impressions', { mode: 'number' }).notNull(),
    clicks: bigint('clicks', { mode: 'number' }).notNull(),
    /** Google's conversions may be fractional. */
    leads: numeric('leads', { precision: 24, scale: 6 }).notNull(),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.platform, table.accountId, table.day, table.campaignId] }),
  ],
);

/**
 * Rows that a platform computes for a whole range and that cannot be added up from days: TikTok counts each reached
 * person once per range.
 */
export const insightReports = pgTable(
  'insight_reports',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: oneOf('platform', platformIds).notNull(),
    accountId: text('account_id').notNull(),
    since: date('since', { mode: 'string' }).notNull(),
    until: date('until', { mode: 'string' }).notNull(),
    readAt: moment('read_at').notNull(),
    rows: jsonb('rows').$type<TikTokRow[]>().notNull(),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.platform, table.accountId, table.since, table.until] }),
    index('insight_reports_age').on(table.readAt),
  ],
);
