import { bigint, boolean, date, index, numeric, pgTable, primaryKey, text } from '../drizzle.ts';
import { adBudgetKinds, adChangeKinds, adLevels, adStatuses } from '#shared/campaigns.ts';
import { platformIds } from '#shared/platforms.ts';
import { listChecks, moment, oneOf, workspaceId } from './columns.ts';
import { workspaces } from './workspaces.ts';

const owner = () => ({
  workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
  platform: oneOf('platform', platformIds).notNull(),
});
const level = () => oneOf('level', adLevels).notNull();
/** Also the totals of all objects in an account at a level, stored under the account's id. */
export const storedLevels = [...adLevels, 'all-campaign', 'all-adset', 'all-ad'] as const;
const storedLevel = () => oneOf('level', storedLevels).notNull();
const day = (name: string) => date(name, { mode: 'string' });

/** A campaign, ad set or ad, with the first and last of its running totals (`ad_totals`). */
export const adObjects = pgTable(
  'ad_objects',
  {
    ...owner(),
    level: storedLevel(),
    objectId: text('object_id').notNull(),
    accountId: text('account_id').notNull(),
    /** Null for campaigns. */
    campaignId: text('campaign_id'),
    /** Null above ads, and for ads without an ad set. */
    adSetId: text('ad_set_id'),
    name: text('name').notNull(),
    status: oneOf('status', adStatuses).notNull(),
    /** The status as the platform words it; null if the platform no longer lists the object. */
    platformStatus: text('platform_status'),
    budgetKind: oneOf('budget_kind', adBudgetKinds),
    /** In units of the currency. */
    budget: numeric('budget', { precision: 24, scale: 6 }),
    sharedBudgetId: text('shared_budget_id'),
    objective: text('objective'),
    optimizationGoal: text('optimization_goal'),
    startsAt: moment('starts_at'),
    endsAt: moment('ends_at'),
    currency: text('currency'),
    /** When the platform's list contained the object for the first and last time. */
    firstSeenAt: moment('first_seen_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    /** The first and last day with delivery, and the running totals before and after them. */
    firstDay: day('first_day'),
    lastDay: day('last_day'),
    totalsBefore: bigint('totals_before', { mode: 'bigint' }).array().notNull(),
    totalsAfter: bigint('totals_after', { mode: 'bigint' }).array().notNull(),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.level, table.platform, table.objectId] }),
    // To find the children of a row.
    index('ad_objects_campaign').on(table.workspaceId, table.platform, table.campaignId),
    index('ad_objects_ad_set').on(table.workspaceId, table.platform, table.adSetId),
  ],
);

/**
 * Running totals of an object at the end of each day in a month, from an arbitrary origin. The difference of two totals
 * is the sum of the range between them. One array holds all metrics, 31 days each
 * (`server/modules/ads/objects/totals/metrics.ts`). Every month between the object's first and last day has a row, even
 * without delivery.
 */
export const adTotals = pgTable(
  'ad_totals',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    level: storedLevel(),
    /** The first day of the month. */
    month: day('month').notNull(),
    platform: oneOf('platform', platformIds).notNull(),
    objectId: text('object_id').notNull(),
    totals: bigint('totals', { mode: 'bigint' }).array().notNull(),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.level, table.month, table.platform, table.objectId] }),
  ],
);

/**
 * A day of an ad account that was read at one level, even without delivery. The day follows the account's time zone.
 */
export const adDays = pgTable(
  'ad_days',
  {
    ...owner(),
    accountId: text('account_id').notNull(),
    level: level(),
    day: day('day').notNull(),
    readAt: moment('read_at').notNull(),
    /** Read after the platform had stopped changing the metrics of this day. */
    isSettled: boolean('is_settled').notNull(),
    currency: text('currency'),
    timeZone: text('time_zone'),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.platform, table.accountId, table.level, table.day] }),
  ],
);

/**
 * Snapshots of an ad's recent days: one row for each read that found a change. Recent days still grow; these rows show
 * by how much.
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
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.platform, table.objectId, table.day, table.readOn] }),
    // For deleting old rows, and for finding what a connection read on a day.
    index('ad_day_reads_age').on(table.readOn, table.workspaceId, table.platform),
  ],
);

/** Changes of budget and status, dated by when they were seen, in the account's time zone. */
export const adChanges = pgTable(
  'ad_changes',
  {
    ...owner(),
    level: level(),
    objectId: text('object_id').notNull(),
    seenAt: moment('seen_at').notNull(),
    what: oneOf('what', adChangeKinds).notNull(),
    day: day('day').notNull(),
    from: text('from'),
    to: text('to'),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.platform, table.level, table.objectId, table.seenAt, table.what] }),
  ],
);
