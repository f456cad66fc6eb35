import { bigint, boolean, date, index, jsonb, numeric, pgTable, primaryKey, text } from '../drizzle.ts';
import type { InsightDayRow } from '#shared/insights.ts';
import type { TikTokRow } from '#shared/insights/tiktok.ts';
import type { ErrorCode } from '#shared/errorCodes.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { leaseColumns, moment, workspaceId } from './columns.ts';
import { workspaces } from './workspaces.ts';

/** The last preview query per person, platform and dates: what an export event without rows repeats. */
export const insightQueries = pgTable(
  'insight_queries',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<PlatformId>().notNull(),
    since: text('since').notNull(),
    until: text('until').notNull(),
    accountIds: jsonb('account_ids').$type<string[]>().notNull(),
    usedAt: moment('used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.platform, table.since, table.until] })],
);

/** How the stored insights of an ad account stand: when they are read again, and why they could not be. */
export const insightAccounts = pgTable(
  'insight_accounts',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<PlatformId>().notNull(),
    accountId: text('account_id').notNull(),
    /** While a read runs this is the end of its lease, so that one whose process was killed is due again by itself. */
    nextReadAt: moment('next_read_at').notNull(),
    /** When somebody last looked at its figures: what nobody looks at is read less often. */
    lookedAt: moment('looked_at').notNull().defaultNow(),
    ...leaseColumns(),
    /** Days that the holder of the lease reads. Other readers wait for these days. */
    readingSince: date('reading_since', { mode: 'string' }),
    readingUntil: date('reading_until', { mode: 'string' }),
    /** Days that somebody wants to see and that are still to be read, both included. */
    wantedSince: date('wanted_since', { mode: 'string' }),
    wantedUntil: date('wanted_until', { mode: 'string' }),
    /** The last read that brought everything it was to bring. */
    readAt: moment('read_at'),
    /** How much one answer carried after the platform had refused more; null: no limit is known. */
    answerSize: jsonb('answer_size').$type<{ days: number; rows: number }>(),
    answerSizeAt: moment('answer_size_at'),
    failingSince: moment('failing_since'),
    problemCode: text('problem_code').$type<ErrorCode>(),
    problem: text('problem'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.platform, table.accountId] }),
    index('insight_accounts_due').on(table.nextReadAt),
  ],
);

/**
 * One day of one ad account as the platform reported it; a row without rows says that nothing was delivered. The day is
 * the account's own. Young days are read again, settled ones are not.
 */
export const insightDays = pgTable(
  'insight_days',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<PlatformId>().notNull(),
    accountId: text('account_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    readAt: moment('read_at').notNull(),
    /** Read when the platform no longer changes the figures of this day. */
    isSettled: boolean('is_settled').notNull(),
    currency: text('currency'),
    timeZone: text('time_zone'),
    attribution: text('attribution'),
    /** The platform's rows of the day, in the shape of its Preview (TikTok: one per campaign), in the platform's order. */
    rows: jsonb('rows').$type<InsightDayRow[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.platform, table.accountId, table.day] })],
);

/**
 * The figures of one campaign on one day, out of the rows of its `insight_days`, for sums. The two are written and removed
 * together; a foreign key between them would double the time that storing takes.
 */
export const campaignDays = pgTable(
  'campaign_days',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<PlatformId>().notNull(),
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
    primaryKey({ columns: [table.workspaceId, table.platform, table.accountId, table.day, table.campaignId] }),
  ],
);

/**
 * Rows that a platform makes for a range as a whole, and that cannot be put together from days: TikTok counts the people
 * reached once in the range.
 */
export const insightReports = pgTable(
  'insight_reports',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<PlatformId>().notNull(),
    accountId: text('account_id').notNull(),
    since: date('since', { mode: 'string' }).notNull(),
    until: date('until', { mode: 'string' }).notNull(),
    readAt: moment('read_at').notNull(),
    rows: jsonb('rows').$type<TikTokRow[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.platform, table.accountId, table.since, table.until] }),
    index('insight_reports_age').on(table.readAt),
  ],
);
