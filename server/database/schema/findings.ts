import { date, index, integer, jsonb, numeric, pgTable, primaryKey, sql, text, uniqueIndex } from '../drizzle.ts';
import type { FindingDetail } from '#shared/contracts/findings.ts';
import type {
  FindingDirection,
  FindingEnd,
  FindingFactor,
  FindingKind,
  FindingLevel,
  FindingMark,
} from '#shared/findings.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { leaseColumns, moment, workspaceId } from './columns.ts';
import { users } from './users.ts';
import { workspaces } from './workspaces.ts';

/** The figures of a finding by its last run. The next run may change them. */
export type StoredDetection = Pick<FindingDetail, 'change' | 'evidence' | 'series'> & {
  causes: { level: FindingLevel; id: string; factor: FindingFactor; part: number }[];
};

const account = () => ({
  workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
  platform: text('platform').$type<PlatformId>().notNull(),
  accountId: text('account_id').notNull(),
});

/** What was found in an account, as the last run saw it. Days are those of the account's zone. */
export const findings = pgTable(
  'findings',
  {
    ...account(),
    id: text('id').notNull(),
    kind: text('kind').$type<FindingKind>().notNull(),
    level: text('level').$type<FindingLevel>().notNull(),
    entityId: text('entity_id').notNull(),
    direction: text('direction').$type<FindingDirection>().notNull(),
    /** The day on which it began. */
    since: date('since', { mode: 'string' }).notNull(),
    foundOn: date('found_on', { mode: 'string' }).notNull(),
    openedAt: moment('opened_at').notNull(),
    changedAt: moment('changed_at').notNull(),
    /** Null: open. */
    endedOn: date('ended_on', { mode: 'string' }),
    endedWhy: text('ended_why').$type<FindingEnd>(),
    currency: text('currency'),
    /** In units of the currency; null: no price is known. */
    stake: numeric('stake', { precision: 24, scale: 6 }),
    said: jsonb('said').$type<StoredDetection>().notNull(),
    mark: text('mark').$type<FindingMark>(),
    note: text('note'),
    /** Null: the account is gone. */
    markedBy: text('marked_by').references(() => users.id, { onDelete: 'set null' }),
    markedAt: moment('marked_at'),
  },
  (table) => [
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

/** When an ad account is looked at next, and what came of the last time. Made with the first read of its figures. */
export const findingRuns = pgTable(
  'finding_runs',
  {
    ...account(),
    nextRunAt: moment('next_run_at').notNull(),
    ...leaseColumns(),
    /** The day of the account of the last run; null: none yet. */
    lastDay: date('last_day', { mode: 'string' }),
    finishedAt: moment('finished_at'),
    /** Instants at which figures were read, as ISO 8601 text: the last one of each day in UTC, oldest first. */
    reads: text('reads')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Kinds that have too little history to speak, and until when. */
    learning: jsonb('learning')
      .$type<{ kind: FindingKind; until: string }[]>()
      .notNull()
      .default(sql`'[]'`),
    /** Looked at in the last run. */
    campaigns: integer('campaigns').notNull().default(0),
    forms: integer('forms').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.platform, table.accountId] }),
    index('finding_runs_due').on(table.nextRunAt),
  ],
);

/** What people plan to spend in an account in a month. */
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
  (table) => [primaryKey({ columns: [table.workspaceId, table.platform, table.accountId, table.month] })],
);
