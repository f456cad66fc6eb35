import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, sql, text } from '../drizzle.ts';
import { activityKinds } from '#shared/activityKinds.ts';
import { leadLists } from '#shared/leadLists.ts';
import { listChecks, moment, oneOf, workspaceId } from './columns.ts';
import { leads } from './leads.ts';
import { users } from './users.ts';
import { workspaces } from './workspaces.ts';

/** A change to many leads at once: a person's bulk action or import, or a run of a sheet that is kept in sync. */
export const activities = pgTable(
  'activities',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    at: moment('at').notNull(),
    /** Null: the account is gone, or a synchronized sheet changed the leads. */
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    kind: oneOf('kind', activityKinds).notNull(),
    /** The new value of the leads as shown to people: a status, an assignee, or tags. `Google Sheet` for a run of a sheet. */
    given: text('given'),
    /** Leads that were changed, deleted, or added by an import. */
    leads: integer('leads').notNull().default(0),
    /** Leads that an import updated. */
    updated: integer('updated').notNull().default(0),
    /** Null while an import is still being stored. */
    finishedAt: moment('finished_at'),
    /** Whether `undo_leads` still holds the former state. */
    hasUndo: boolean('has_undo').notNull().default(true),
    /** Hashes of erased leads that a manual import allowed again. */
    liftedMarks: text('lifted_marks')
      .array()
      .notNull()
      .default(sql`'{}'`),
    undoneAt: moment('undone_at'),
    undoneBy: text('undone_by').references(() => users.id, { onDelete: 'set null' }),
    /** Leads that the undo restored, and leads that it skipped because somebody had changed them. */
    restored: integer('restored').notNull().default(0),
    left: integer('left_leads').notNull().default(0),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.id] }),
    index('activities_newest').on(table.workspaceId, table.at),
    index('activities_at').on(table.at),
    index('activities_author').on(table.authorId),
    index('activities_undoer').on(table.undoneBy),
  ],
);

/**
 * The former state of each lead in an activity. After the undo, only the skipped leads remain. Leads that an import
 * added have no row here: `leads.activity_id` refers to their import.
 */
export const undoLeads = pgTable(
  'undo_leads',
  {
    workspaceId: workspaceId(),
    activityId: text('activity_id').notNull(),
    list: oneOf('list', leadLists).notNull(),
    leadId: text('lead_id').notNull(),
    /**
     * Rows as JSON: from `lead_work`, from `leads`, or all rows of a deleted lead. Null: the undo skipped this
     * lead.
     */
    before: jsonb('before').$type<Record<string, unknown>>(),
    /** The version of the work on the lead after the activity. */
    version: integer('version'),
    /** Used for the retention period. */
    leadCreatedAt: moment('lead_created_at').notNull(),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.activityId, table.list, table.leadId] }),
    index('undo_leads_lead').on(table.workspaceId, table.list, table.leadId),
    foreignKey({
      name: 'undo_leads_kept',
      columns: [table.workspaceId, table.list, table.leadId],
      foreignColumns: [leads.workspaceId, leads.list, leads.leadId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'undo_leads_activity',
      columns: [table.workspaceId, table.activityId],
      foreignColumns: [activities.workspaceId, activities.id],
    }).onDelete('cascade'),
  ],
);
