import { sql, bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from '../drizzle.ts';
import type { SQL } from '../drizzle.ts';
import type { CustomLeadKey } from '#shared/customLeadColumns.ts';
import { leadLists } from '#shared/leadLists.ts';
import type { LeadAnswer } from '#shared/contracts/leads.ts';
import type { ErrorCode } from '#shared/errorCodes.ts';
import { leadPlatformIds } from '#shared/platforms.ts';
import { leaseColumns, listChecks, moment, oneOf, searchTextCharacters, workspaceId } from './columns.ts';
import { workspaces } from './workspaces.ts';

/** When a connection's lead forms are read next; created and deleted with the connection. */
export const leadReads = pgTable(
  'lead_reads',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: oneOf('platform', leadPlatformIds).notNull(),
    /** During a read, the end of its lease, so that the read becomes due again if the process is killed. */
    nextReadAt: moment('next_read_at').notNull(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
    ...leaseColumns(),
    /** Why the last read was incomplete: as an error code, and in plain words. */
    problemCode: text('problem_code').$type<ErrorCode>(),
    problem: text('problem'),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.platform] }),
    index('lead_reads_due').on(table.nextReadAt),
  ],
);

/** The owner of lead forms: a Facebook Page, or a TikTok ad account. */
export const leadPages = pgTable(
  'lead_pages',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: oneOf('platform', leadPlatformIds).notNull(),
    pageId: text('page_id').notNull(),
    name: text('name').notNull(),
    /** The Page's own token, encrypted; null if the person's token is used. */
    accessToken: text('access_token'),
    /** Set while we are subscribed to this Page's leads. */
    subscribedAt: moment('subscribed_at'),
    subscriptionId: text('subscription_id'),
    problem: text('problem'),
    listedAt: moment('listed_at').notNull(),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.platform, table.pageId] }),
    // A webhook names only the Page.
    index('lead_pages_page').on(table.platform, table.pageId),
  ],
);

export const leadForms = pgTable(
  'lead_forms',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: oneOf('platform', leadPlatformIds).notNull(),
    formId: text('form_id').notNull(),
    pageId: text('page_id').notNull(),
    name: text('name').notNull(),
    status: text('status').notNull(),
    /** The platform's count of leads; null if it reports none. */
    platformCount: integer('platform_count'),
    /** Leads of this form that are not stored, because they were erased or exceed the retention period. */
    leftOut: integer('left_out').notNull().default(0),
    /** Time of the newest lead that was read. The next read continues there, with an overlap. Null: never read. */
    newestLeadAt: moment('newest_lead_at'),
    /** When all leads that the platform still holds were last read. */
    fullyReadAt: moment('fully_read_at'),
    readAt: moment('read_at'),
    problem: text('problem'),
    /**
     * When the platform was found to have deleted the form. The form is not read again until its entry in the
     * platform's list changes.
     */
    goneAt: moment('gone_at'),
    /** TikTok: the region of the newest lead. A search for single leads begins there. */
    region: text('region'),
    listedAt: moment('listed_at').notNull(),
  },
  (table) => [...listChecks(table), primaryKey({ columns: [table.workspaceId, table.platform, table.formId] })],
);

/** `import`: an imported row. `sheet`: a row of a sheet of the type TikTok, which stands in the list of TikTok's leads. */
export const leadSources = ['platform', 'sheet', 'import'] as const;

/** The values of an imported row as given, without the empty ones. */
export type LeadRecord = Partial<Record<CustomLeadKey, string>>;

/** `answers`: the other columns of the row, if a platform collected the lead. The lead's own answers are then those of its form. */
export type StoredRecord = LeadRecord & { answers?: LeadAnswer[] };

/** A short hash of each cell of a row: a column, or a question mark and the name of an answer. */
export type CellHashes = Record<string, string>;

/**
 * The searched text of a lead, one value per line, in lower case. It begins with the name. An imported lead is also
 * found by its project, campaign, form and ad, and by the id that its file gave.
 */
const searchedText = (prefix: string): string => {
  const or = (name: string): string => `coalesce(${prefix}${name}, '')`;
  const lines = (parts: readonly string[]): string => parts.join(` || E'\\n' || `);
  const imported = [`record ->> 'id'`, `record ->> 'Project'`, 'campaign_name', 'form_name', 'ad_name'].map(or);
  const id = `case when ${prefix}record is null then ${prefix}lead_id else ${lines(imported)} end`;
  return `lower(${lines([...['name', 'email', 'phone'].map((name) => prefix + name), id])})`;
};

/** The whole searched text of the lead `alias`. */
export const wholeSearchText = (alias: string): SQL => sql.raw(searchedText(`${alias}.`));

const searchedKeys: readonly CustomLeadKey[] = [
  'Name',
  'EmailAddress',
  'Number',
  'campaign_name',
  'form_name',
  'ad_name',
];

/**
 * The values of an imported row, as `searchedText`. A lead that a platform collected keeps the data of the platform, so
 * the search in the imported leads needs both.
 */
export const rowSearchText = (prefix: string): SQL =>
  sql.raw(`lower(${searchedKeys.map((key) => `coalesce(${prefix}record ->> '${key}', '')`).join(` || E'\\n' || `)})`);

/** All leads. A lead is unique by workspace, list and id, whatever its source. */
export const leads = pgTable(
  'leads',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    list: oneOf('list', leadLists).notNull(),
    /** The id at the platform; of an imported lead, an id of this installation. */
    leadId: text('lead_id').notNull(),
    source: oneOf('source', leadSources).notNull().default('platform'),
    pageId: text('page_id'),
    formId: text('form_id'),
    formName: text('form_name'),
    adId: text('ad_id'),
    adName: text('ad_name'),
    adsetId: text('adset_id'),
    adsetName: text('adset_name'),
    campaignId: text('campaign_id'),
    campaignName: text('campaign_name'),
    isOrganic: boolean('is_organic'),
    /** The placement of the form as the platform words it: fb, ig. */
    placement: text('placement'),
    /** All answers of a form in order, including those with several values. Of an imported lead, its other columns. */
    answers: jsonb('answers')
      .$type<LeadAnswer[]>()
      .notNull()
      .default(sql`'[]'`),
    /** Sent by a platform's test tool. Test leads are shown, but do not count. */
    isTest: boolean('is_test').notNull().default(false),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    /** An imported status, such as "Called twice". */
    statusText: text('status_text'),
    /** A country of an imported lead, by code or name. */
    country: text('country'),
    /** When the form was submitted. Of an imported lead, the time in its row, or the import if that time is unclear. */
    createdAt: moment('created_at').notNull(),
    /** The last change; of an imported lead, the last change of its row, by which an undo of the import recognizes it. */
    updatedAt: moment('updated_at').notNull(),
    /** When the lead was imported; null: not imported. */
    importedAt: moment('imported_at'),
    /** The order of the leads of one import, which share their time: the first row has the highest. */
    position: bigint('position', { mode: 'number' }).notNull().default(0),
    /** Identifies the lead in a later import: the lead's own id, or its content within a sheet. Null: never updated. */
    identity: text('identity'),
    /** The import that added the lead to the list of imported leads, for undo; null: a synced sheet or a manual entry. */
    activityId: text('activity_id'),
    record: jsonb('record').$type<StoredRecord>(),
    /** Columns that a person has edited, which no later import overwrites. */
    edited: text('edited')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The cells of the last run of each sheet that has this lead, so that a run applies only cells that changed. */
    seen: jsonb('seen').$type<Record<string, CellHashes>>(),
    /** When a bulk action deleted the lead, which its undo can restore; null: the lead exists. */
    deletedAt: moment('deleted_at'),
    /** The activity that deleted the lead. */
    deletedBy: text('deleted_by'),
    /** The beginning of the searched text; for nearly every lead, all of it. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql.raw(`left(${searchedText('')}, ${searchTextCharacters})`)),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.list, table.leadId] }),
    // The migrations add `include (search_text, imported_at)`, and `include (search_text, list)` to the next index, which
    // Drizzle cannot express: a search then reads only this index.
    index('leads_newest')
      .on(
        table.workspaceId,
        table.list,
        table.createdAt.desc().nullsFirst(),
        table.position.desc().nullsFirst(),
        table.leadId.desc().nullsFirst(),
      )
      .where(sql`deleted_at is null`),
    index('leads_imported')
      .on(
        table.workspaceId,
        table.importedAt.desc().nullsFirst(),
        table.position.desc().nullsFirst(),
        table.leadId.desc().nullsFirst(),
      )
      .where(sql`imported_at is not null and deleted_at is null`),
    uniqueIndex('leads_identity')
      .on(table.workspaceId, table.identity)
      .where(sql`deleted_at is null`),
    index('leads_ad')
      .on(table.workspaceId, table.list, table.adId, table.createdAt)
      .where(sql`ad_id is not null and deleted_at is null`),
    // To count the stored leads of a form and compare them with the platform's count.
    index('leads_form')
      .on(table.workspaceId, table.list, table.formId)
      .where(sql`deleted_at is null`),
    index('leads_search')
      .using('gin', sql`search_grams(workspace_id, search_text)`)
      .where(sql`deleted_at is null`)
      .with({ gin_pending_list_limit: 512 }),
    // Of leads of a platform that were also imported: their number, and the searched text of their rows.
    index('leads_both')
      .on(table.workspaceId)
      .where(sql`imported_at is not null and list <> 'custom' and deleted_at is null`),
    index('leads_both_search')
      .using('gin', sql`search_grams(workspace_id, ${rowSearchText('')})`)
      .where(sql`imported_at is not null and list <> 'custom' and deleted_at is null`)
      .with({ gin_pending_list_limit: 512 }),
    index('leads_deleted')
      .on(table.workspaceId, table.deletedBy)
      .where(sql`deleted_at is not null`),
  ],
);

/** Leads named by a webhook, fetched or not. Stored before the webhook gets its response. */
export const leadEvents = pgTable(
  'lead_events',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: oneOf('platform', leadPlatformIds).notNull(),
    leadId: text('lead_id').notNull(),
    pageId: text('page_id').notNull(),
    formId: text('form_id'),
    receivedAt: moment('received_at').notNull(),
    doneAt: moment('done_at'),
    problem: text('problem'),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.platform, table.leadId] }),
    index('lead_events_open')
      .on(table.receivedAt)
      .where(sql`done_at is null`),
    index('lead_events_done')
      .on(table.receivedAt)
      .where(sql`done_at is not null`),
  ],
);

/** The installation's own subscription at a platform, shared by all workspaces. */
export const webhookRegistrations = pgTable(
  'webhook_registrations',
  {
    platform: oneOf('platform', leadPlatformIds).primaryKey(),
    callbackUrl: text('callback_url').notNull(),
    registeredAt: moment('registered_at').notNull(),
  },
  (table) => listChecks(table),
);

/** The number of leads in each list, so that pages need not count them. Updated with every insert. */
export const leadCounts = pgTable(
  'lead_counts',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    list: oneOf('list', leadLists).notNull(),
    total: bigint('total', { mode: 'number' }).notNull(),
  },
  (table) => [...listChecks(table), primaryKey({ columns: [table.workspaceId, table.list] })],
);
