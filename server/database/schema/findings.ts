import { date, index, integer, jsonb, numeric, pgTable, primaryKey, sql, text, uniqueIndex } from '../drizzle.ts';
import type { FindingDetail } from '#shared/contracts/findings.ts';
import { findingDirections, findingEnds, findingKinds, findingLevels, findingMarks } from '#shared/findings.ts';
import type { FindingFactor, FindingKind, FindingLevel } from '#shared/findings.ts';
import { platformIds } from '#shared/platforms.ts';
import { leaseColumns, listChecks, moment, oneOf, workspaceId } from './columns.ts';
import { users } from './users.ts';
import { workspaces } from './workspaces.ts';

/** The metrics of a finding from its last run. The next run may change them. */
export type StoredDetection = Pick<FindingDetail, 'change' | 'evidence' | 'series'> & {
  causes: { level: FindingLevel; id: string; factor: FindingFactor; part: number }[];
};

const account = () => ({
  workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
  platform: oneOf('platform', platformIds).notNull(),
  accountId: text('account_id').notNull(),
});

/** Findings in an account as of the last run. Days follow the account's time zone. */
export const findings = pgTable(
  'findings',
  {
    ...account(),
    id: text('id').notNull(),
    kind: oneOf('kind', findingKinds).notNull(),
    level: oneOf('level', findingLevels).notNull(),
    entityId: text('entity_id').notNull(),
    direction: oneOf('direction', findingDirections).notNull(),
    /** The day on which the finding began. */
    since: date('since', { mode: 'string' }).notNull(),
    foundOn: date('found_on', { mode: 'string' }).notNull(),
    openedAt: moment('opened_at').notNull(),
    changedAt: moment('changed_at').notNull(),
    /** Null while the finding is open. */
    endedOn: date('ended_on', { mode: 'string' }),
    endedWhy: oneOf('ended_why', findingEnds),
    currency: text('currency'),
    /** In units of the currency; null: no price is known. */
    stake: numeric('stake', { precision: 24, scale: 6 }),
    said: jsonb('said').$type<StoredDetection>().notNull(),
    mark: oneOf('mark', findingMarks),
    note: text('note'),
    /** Null: the account is gone. */
    markedBy: text('marked_by').references(() => users.id, { onDelete: 'set null' }),
    markedAt: moment('marked_at'),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.id] }),
    uniqueIndex('findings_said').on(
      table.workspaceId,
      table.platform,
      table.accountId,
      table.kind,
      table.level,
      table.entityId,
      table.foundOn,
    ),
    index('findings_open')
      .on(table.workspaceId)
      .where(sql`ended_on is null`),
    index('findings_ended')
      .on(table.workspaceId, table.endedOn)
      .where(sql`ended_on is not null`),
    index('findings_marker').on(table.markedBy),
  ],
);

/** When an ad account is checked next, and the result of the last check. Created with the first read of its metrics. */
export const findingRuns = pgTable(
  'finding_runs',
  {
    ...account(),
    nextRunAt: moment('next_run_at').notNull(),
    ...leaseColumns(),
    /** The account's day of the last run; null: no run yet. */
    lastDay: date('last_day', { mode: 'string' }),
    finishedAt: moment('finished_at'),
    /** Times at which metrics were read, as ISO 8601 text: the last read of each UTC day, oldest first. */
    reads: text('reads')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Finding types that still lack history, and until when. */
    learning: jsonb('learning')
      .$type<{ kind: FindingKind; until: string }[]>()
      .notNull()
      .default(sql`'[]'`),
    /** The number of campaigns checked in the last run. */
    campaigns: integer('campaigns').notNull().default(0),
    forms: integer('forms').notNull().default(0),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.platform, table.accountId] }),
    index('finding_runs_due').on(table.nextRunAt),
  ],
);

/** Planned spend of an account in a month. */
export const budgets = pgTable(
  'budgets',
  {
    ...account(),
    /** `YYYY-MM` */
    month: text('month').notNull(),
    /** In units of the account's currency. */
    amount: numeric('amount', { precision: 24, scale: 6 }).notNull(),
    savedAt: moment('saved_at').notNull(),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.platform, table.accountId, table.month] }),
  ],
);
