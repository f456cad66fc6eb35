import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, sql, text } from '../drizzle.ts';
import { leadLists } from '#shared/leadLists.ts';
import { listChecks, moment, oneOf, workspaceId } from './columns.ts';
import type { Work } from './leadWork.ts';
import { leads } from './leads.ts';
import { users } from './users.ts';
import { workspaces } from './workspaces.ts';

const ofWorkspace = () => workspaceId().references(() => workspaces.id, { onDelete: 'cascade' });

/** Contact keys that identify the person of a lead in other leads of the workspace. */
export const leadContacts = pgTable(
  'lead_contacts',
  {
    workspaceId: ofWorkspace(),
    list: oneOf('list', leadLists).notNull(),
    leadId: text('lead_id').notNull(),
    emailKey: text('email_key'),
    /** E.164; null for missing numbers and for numbers without a country. */
    phoneKey: text('phone_key'),
    /** The arrival order of a person's leads. */
    arrivedAt: moment('arrived_at').notNull(),
    /**
     * Whether an earlier lead had the same contact when this lead was stored. That lead may have been merged or deleted
     * since.
     */
    isRepeat: boolean('is_repeat').notNull().default(false),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.list, table.leadId] }),
    index('lead_contacts_email')
      .on(table.workspaceId, table.emailKey, table.arrivedAt, table.list, table.leadId)
      .where(sql`email_key is not null`),
    index('lead_contacts_phone')
      .on(table.workspaceId, table.phoneKey, table.arrivedAt, table.list, table.leadId)
      .where(sql`phone_key is not null`),
    index('lead_contacts_repeat')
      .on(table.workspaceId, table.list, table.leadId)
      .where(sql`is_repeat`),
  ],
);

/** Lists whose contacts a job still has to fill in: for leads older than this table, or after a change of country. */
export const leadContactFills = pgTable(
  'lead_contact_fills',
  {
    workspaceId: ofWorkspace(),
    list: oneOf('list', leadLists).notNull(),
    /** The id of the last lead that was read. */
    after: text('after').notNull().default(''),
  },
  (table) => [...listChecks(table), primaryKey({ columns: [table.workspaceId, table.list] })],
);

type Change<Value> = { before: Value; after: Value };

/** The changes that a merge made to the work on the surviving lead. */
export type MergeChanges = { [Field in Exclude<keyof Work, 'tags'>]?: Change<Work[Field]> } & {
  /** Tags that the lead did not have before. */
  tags?: string[];
};

/** Merged leads, with the data needed to separate them again. */
export const leadMerges = pgTable(
  'lead_merges',
  {
    workspaceId: ofWorkspace(),
    list: oneOf('list', leadLists).notNull(),
    leadId: text('lead_id').notNull(),
    /** The public id (`<list>:<id>`) of the surviving lead, which may itself be merged later. */
    intoId: text('into_id').notNull(),
    /** The order of merges into that lead. */
    position: integer('position').notNull(),
    mergedAt: moment('merged_at').notNull(),
    /** Null: the account is gone. */
    mergedBy: text('merged_by').references(() => users.id, { onDelete: 'set null' }),
    /** Whether the merge created the work row of the merged lead. */
    madeWork: boolean('made_work').notNull(),
    changes: jsonb('changes').$type<MergeChanges>().notNull(),
    /**
     * The version of the surviving lead before its first merge; -1: nobody had worked on it; null: it has changed
     * since.
     */
    baseVersion: integer('base_version'),
    /** The version of the surviving lead after its latest merge or separation. */
    mergedVersion: integer('merged_version').notNull(),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.list, table.leadId] }),
    foreignKey({
      name: 'lead_merges_lead',
      columns: [table.workspaceId, table.list, table.leadId],
      foreignColumns: [leads.workspaceId, leads.list, leads.leadId],
    }).onDelete('cascade'),
    index('lead_merges_into').on(table.workspaceId, table.intoId, table.position),
    index('lead_merges_by').on(table.mergedBy),
  ],
);
