import { foreignKey, index, integer, numeric, pgTable, primaryKey, sql, text } from '../drizzle.ts';
import { leadLists } from '#shared/leadLists.ts';
import { leadEntryKinds } from '#shared/contracts/leadWork.ts';
import { leadMeanings, leadStatusColors } from '#shared/leadStatuses.ts';
import { listChecks, moment, oneOf, workspaceId } from './columns.ts';
import { leads } from './leads.ts';
import { users } from './users.ts';
import { memberships, workspaces } from './workspaces.ts';

/** The lead that people work on. */
const lead = () => ({
  workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
  list: oneOf('list', leadLists).notNull(),
  leadId: text('lead_id').notNull(),
});

/** The status steps of a workspace that has changed the default steps. */
export const leadStatuses = pgTable(
  'lead_statuses',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    color: oneOf('color', leadStatusColors).notNull(),
    meaning: oneOf('meaning', leadMeanings).notNull(),
  },
  (table) => [...listChecks(table), primaryKey({ columns: [table.workspaceId, table.id] })],
);

/** Imported status texts that people mapped to a step by hand; trimmed and in lower case. */
export const leadStatusTexts = pgTable(
  'lead_status_texts',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    statusId: text('status_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.text] })],
);

/** The work on a lead, by field. Merges store it as JSON, so instants are ISO texts. */
export type Work = {
  status: string | null;
  assignee: string | null;
  tags: string[];
  value: { amount: number; currency: string } | null;
  respondedAt: string | null;
  activeAt: string;
};

/**
 * The work on a lead. A lead without a row is unchanged since it arrived: it has the first step that means new, and no
 * assignee.
 */
export const leadWork = pgTable(
  'lead_work',
  {
    ...lead(),
    /** Null: the first step that means new. */
    statusId: text('status_id'),
    assigneeId: text('assignee_id'),
    tags: text('tags')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Only for a won lead. */
    amount: numeric('amount', { precision: 24, scale: 6, mode: 'number' }),
    currency: text('currency'),
    respondedAt: moment('responded_at'),
    activeAt: moment('active_at').notNull(),
    version: integer('version').notNull(),
    /** The public id of the lead shown in place of this one; null: not merged. */
    mergedInto: text('merged_into'),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.list, table.leadId] }),
    index('lead_work_merged')
      .on(table.workspaceId, table.mergedInto)
      .where(sql`merged_into is not null`),
    foreignKey({
      name: 'lead_work_lead',
      columns: [table.workspaceId, table.list, table.leadId],
      foreignColumns: [leads.workspaceId, leads.list, leads.leadId],
    }).onDelete('cascade'),
    index('lead_work_status').on(table.workspaceId, table.statusId),
    // The migration sets only the assignee to null, which Drizzle cannot express.
    foreignKey({
      name: 'lead_work_assignee',
      columns: [table.workspaceId, table.assigneeId],
      foreignColumns: [memberships.workspaceId, memberships.userId],
    }).onDelete('set null'),
    index('lead_work_assignee').on(table.workspaceId, table.assigneeId),
    index('lead_work_active').on(table.workspaceId, table.activeAt.desc().nullsFirst()),
  ],
);

/** Notes on a lead, and its changes as shown to people. */
export const leadEntries = pgTable(
  'lead_entries',
  {
    ...lead(),
    id: text('id').notNull(),
    at: moment('at').notNull(),
    /** Null: the account is gone. */
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    kind: oneOf('kind', leadEntryKinds).notNull(),
    note: text('note'),
    before: text('before'),
    after: text('after'),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.list, table.leadId, table.id] }),
    foreignKey({
      name: 'lead_entries_lead',
      columns: [table.workspaceId, table.list, table.leadId],
      foreignColumns: [leads.workspaceId, leads.list, leads.leadId],
    }).onDelete('cascade'),
    index('lead_entries_newest').on(table.workspaceId, table.list, table.leadId, table.at),
    index('lead_entries_author').on(table.authorId),
    // Merges name the other lead by its public id in `after`. A separation deletes their entry.
    index('lead_entries_merge')
      .on(table.workspaceId, table.after)
      .where(sql`kind in ('merged', 'separated')`),
  ],
);
