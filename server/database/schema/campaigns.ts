import { bigint, boolean, date, index, numeric, pgTable, primaryKey, text } from '../drizzle.ts';
import type { AdBudgetKind, AdLevel, AdStatus } from '#shared/campaigns.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { moment, workspaceId } from './columns.ts';
import { workspaces } from './workspaces.ts';

const owner = () => ({
  workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
  platform: text('platform').$type<PlatformId>().notNull(),
});
const level = () => text('level').$type<AdLevel>().notNull();
/** Also `all-ad` and alike: the sums of all objects of an account at a level, under the account's id. */
const storedLevel = () => text('level').$type<AdLevel | `all-${AdLevel}`>().notNull();
const day = (name: string) => date(name, { mode: 'string' });

/** A campaign, ad set or ad, with the ends of its running totals (`ad_totals`). */
export const adObjects = pgTable(
  'ad_objects',
  {
    ...owner(),
    level: storedLevel(),
    objectId: text('object_id').notNull(),
    accountId: text('account_id').notNull(),
    /** Null for a campaign. */
    campaignId: text('campaign_id'),
    /** Null above ads, and for ads without an ad set. */
    adSetId: text('ad_set_id'),
    name: text('name').notNull(),
    status: text('status').$type<AdStatus>().notNull(),
    /** The status in the platform's words; null for an object that the platform no longer lists. */
    platformStatus: text('platform_status'),
    budgetKind: text('budget_kind').$type<AdBudgetKind>(),
    /** In units of the currency. */
    budget: numeric('budget', { precision: 24, scale: 6 }),
    sharedBudgetId: text('shared_budget_id'),
    objective: text('objective'),
    optimizationGoal: text('optimization_goal'),
    startsAt: moment('starts_at'),
    endsAt: moment('ends_at'),
    currency: text('currency'),
    /** When the platform's list first and last contained it. */
    firstSeenAt: moment('first_seen_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    /** The first and last day with delivery, and the running totals before the first and after the last. */
    firstDay: day('first_day'),
    lastDay: day('last_day'),
    totalsBefore: bigint('totals_before', { mode: 'bigint' }).array().notNull(),
    totalsAfter: bigint('totals_after', { mode: 'bigint' }).array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.level, table.platform, table.objectId] }),
    // For the children of a row.
    index('ad_objects_campaign').on(table.workspaceId, table.platform, table.campaignId),
    index('ad_objects_ad_set').on(table.workspaceId, table.platform, table.adSetId),
  ],
);

/**
 * Running totals of an object at the end of each day of a month, from an arbitrary origin: the sum of a range is the
 * difference of two of them, whatever its length. One array holds all metrics, 31 days each
 * (`server/modules/ads/objects/totals/metrics.ts`). A month between the first and the last day of the object has a row, also without delivery.
 */
export const adTotals = pgTable(
  'ad_totals',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    level: storedLevel(),
    /** Its first day. */
    month: day('month').notNull(),
    platform: text('platform').$type<PlatformId>().notNull(),
    objectId: text('object_id').notNull(),
    totals: bigint('totals', { mode: 'bigint' }).array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.level, table.month, table.platform, table.objectId] })],
);

/** A day of an ad account that was read at one level, also without delivery. The day is that of the account's zone. */
export const adDays = pgTable(
  'ad_days',
  {
    ...owner(),
    accountId: text('account_id').notNull(),
    level: level(),
    day: day('day').notNull(),
    readAt: moment('read_at').notNull(),
    /** Read when the platform no longer changed the metrics of this day. */
    isSettled: boolean('is_settled').notNull(),
    currency: text('currency'),
    timeZone: text('time_zone'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.platform, table.accountId, table.level, table.day] })],
);

/**
 * What was known of a young day of an ad, one row for each day on which it was read and had changed. Young days grow;
 * how much is learned from here.
 */
export const adDayReads = pgTable(
  'ad_day_reads',
  {
    ...owner(),
    objectId: text('object_id').notNull(),
    day: day('day').notNull(),
    /** In UTC. */
    readOn: day('read_on').notNull(),
    /** The metrics of the day, in the layout of the running totals. */
    metrics: bigint('metrics', { mode: 'bigint' }).array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.platform, table.objectId, table.day, table.readOn] }),
    // For the deletion of old rows, and for what a connection read on a day.
    index('ad_day_reads_age').on(table.readOn, table.workspaceId, table.platform),
  ],
);

/** Changes of budget and status, on the day of the account's zone on which they were seen. */
export const adChanges = pgTable(
  'ad_changes',
  {
    ...owner(),
    level: level(),
    objectId: text('object_id').notNull(),
    seenAt: moment('seen_at').notNull(),
    what: text('what').$type<'budget' | 'status'>().notNull(),
    day: day('day').notNull(),
    from: text('from'),
    to: text('to'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.platform, table.level, table.objectId, table.seenAt, table.what] }),
  ],
);
