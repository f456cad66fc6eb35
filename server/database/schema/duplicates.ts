import { boolean, index, integer, jsonb, pgTable, primaryKey, sql, text } from '../drizzle.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import { moment, workspaceId } from './columns.ts';
import type { Work } from './leadWork.ts';
import { users } from './users.ts';
import { workspaces } from './workspaces.ts';

type List = LeadPlatformId | 'custom';
const ofWorkspace = () => workspaceId().references(() => workspaces.id, { onDelete: 'cascade' });

/** How the person of a lead is recognized in other leads of the workspace, stored with the lead. */
export const leadContacts = pgTable(
  'lead_contacts',
  {
    workspaceId: ofWorkspace(),
    list: text('list').$type<List>().notNull(),
    leadId: text('lead_id').notNull(),
    emailKey: text('email_key'),
    /** E.164; null also for a number without a country. */
    phoneKey: text('phone_key'),
    /** The order in which leads of one person came. */
    arrivedAt: moment('arrived_at').notNull(),
    /** When it was stored, an earlier lead had the same contact. That lead may have been merged or deleted since. */
    isRepeat: boolean('is_repeat').notNull().default(false),
  },
  (table) => [
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

/** Lists whose contacts a job has still to read: those of leads from before this table, or of another country. */
export const leadContactFills = pgTable(
  'lead_contact_fills',
  {
    workspaceId: ofWorkspace(),
    list: text('list').$type<List>().notNull(),
    /** The id of the last lead that was read. */
    after: text('after').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.list] })],
);

type Change<Value> = { before: Value; after: Value };

/** What a merge changed in the work on the lead that carries on. */
export type MergeChanges = { [Field in Exclude<keyof Work, 'tags'>]?: Change<Work[Field]> } & {
  /** Tags that the lead did not have before. */
  tags?: string[];
};

/** Leads that are merged into another one, with what has to be undone to separate them. */
export const leadMerges = pgTable(
  'lead_merges',
  {
    workspaceId: ofWorkspace(),
    list: text('list').$type<List>().notNull(),
    leadId: text('lead_id').notNull(),
    /** The public id (`<list>:<id>`) of the lead that it was merged into, which may be merged itself. */
    intoId: text('into_id').notNull(),
    /** The order of the merges into that lead. */
    position: integer('position').notNull(),
    mergedAt: moment('merged_at').notNull(),
    /** Null: the account is gone. */
    mergedBy: text('merged_by').references(() => users.id, { onDelete: 'set null' }),
    /** The merge made the row of the merged lead's work. */
    madeWork: boolean('made_work').notNull(),
    changes: jsonb('changes').$type<MergeChanges>().notNull(),
    /** The version of the other lead before its first merge; -1: nobody had touched it; null: it has changed since. */
    baseVersion: integer('base_version'),
    /** The version that the latest merge or separation gave the other lead. */
    mergedVersion: integer('merged_version').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.list, table.leadId] }),
    index('lead_merges_into').on(table.workspaceId, table.intoId, table.position),
    index('lead_merges_by').on(table.mergedBy),
  ],
);
