import { sql, bigint, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from '../drizzle.ts';
import { listChecks, moment, oneOf, searchText, workspaceId } from './columns.ts';
import { workspaces } from './workspaces.ts';

export const searchedCustomLeadColumns = [
  'name',
  'email_address',
  'lead_id',
  'project',
  'campaign_name',
  'form_name',
  'ad_name',
] as const;

/** Leads that a person imported from files and sheets. All values are stored as imported, as text. */
export const customLeads = pgTable(
  'custom_leads',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    /** Grows with each inserted lead. It orders the rows of one import, which share their time. */
    position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** Identifies the lead in a later import: the lead's own id, or its content within a sheet. Null: never updated. */
    identity: text('identity'),
    number: text('number').notNull(),
    name: text('name').notNull(),
    emailAddress: text('email_address').notNull(),
    adId: text('ad_id').notNull(),
    status: text('status').notNull(),
    project: text('project').notNull(),
    leadId: text('lead_id').notNull(),
    createdTime: text('created_time').notNull(),
    adName: text('ad_name').notNull(),
    adsetId: text('adset_id').notNull(),
    adsetName: text('adset_name').notNull(),
    campaignId: text('campaign_id').notNull(),
    campaignName: text('campaign_name').notNull(),
    formId: text('form_id').notNull(),
    formName: text('form_name').notNull(),
    isOrganic: text('is_organic').notNull(),
    platform: text('platform').notNull(),
    unitType: text('unit_type').notNull(),
    salesAdvisorContact: text('sales_advisor_contact').notNull(),
    country: text('country').notNull(),
    startingPrice: text('starting_price').notNull(),
    unix: text('unix').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /** The import that added the lead, for undo; null: a synced sheet or a manual entry. */
    activityId: text('activity_id'),
    searchText: searchText(searchedCustomLeadColumns),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    uniqueIndex('custom_leads_identity').on(table.workspaceId, table.identity),
    // Contains the id, so that an index-only scan finds a page. The migration adds `include (search_text)`, which
    // Drizzle cannot express.
    index('custom_leads_newest').on(table.workspaceId, table.createdAt.desc().nullsFirst(), table.position, table.id),
    index('custom_leads_search')
      .using('gin', sql`search_grams(workspace_id, search_text)`)
      .with({ gin_pending_list_limit: 512 }),
  ],
);

/**
 * A large import in progress. Its leads are stored in many short transactions, so that no other work waits long. New
 * leads get its `createdAt` and appear once the import is complete.
 */
export const customLeadImports = pgTable(
  'custom_lead_imports',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    state: oneOf('state', ['receiving', 'accepted', 'done']).notNull(),
    createdAt: moment('created_at').notNull(),
    inserted: integer('inserted').notNull().default(0),
    /** Its entry under Activity; null: accepted by a version without activities. */
    activityId: text('activity_id'),
    /** When an accepted import without progress counts as abandoned. */
    dueAt: moment('due_at').notNull(),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.id] }),
    index('custom_lead_imports_due').on(table.dueAt),
  ],
);

/** Rows of an import that are waiting to be stored. */
export const customLeadBatches = pgTable(
  'custom_lead_batches',
  {
    workspaceId: workspaceId(),
    importId: text('import_id').notNull(),
    number: integer('number').notNull(),
    /** A JSON list, read by the database itself. */
    rows: text('rows').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.importId, table.number] }),
    foreignKey({
      columns: [table.workspaceId, table.importId],
      foreignColumns: [customLeadImports.workspaceId, customLeadImports.id],
    }).onDelete('cascade'),
  ],
);
