import { sql, bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from '../drizzle.ts';
import { leadLists } from '#shared/contracts/leads.ts';
import type { LeadAnswer } from '#shared/contracts/leads.ts';
import type { ErrorCode } from '#shared/errorCodes.ts';
import { leadPlatformIds } from '#shared/platforms.ts';
import { leaseColumns, listChecks, moment, oneOf, searchText, workspaceId } from './columns.ts';
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

/** `sheet`: a row of a synchronized sheet, which never overwrites the platform's own data. */
export const leadSources = ['platform', 'sheet'] as const;

export const searchedLeadColumns = ['name', 'email', 'phone', 'lead_id'] as const;

/** Leads of the platforms' forms. A lead is unique by workspace, platform and lead id, whatever its source. */
export const leads = pgTable(
  'leads',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: oneOf('platform', leadPlatformIds).notNull(),
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
    /** All answers in order, including those with several values. */
    answers: jsonb('answers').$type<LeadAnswer[]>().notNull(),
    /** Taken from the answers, for lists and search. */
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    /** When the form was submitted. */
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    searchText: searchText(searchedLeadColumns),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.platform, table.leadId] }),
    // The migration adds `include (search_text)`, which Drizzle cannot express: a search then reads only this index.
    index('leads_newest').on(
      table.workspaceId,
      table.platform,
      table.createdAt.desc().nullsFirst(),
      table.leadId.desc().nullsFirst(),
    ),
    index('leads_ad')
      .on(table.workspaceId, table.platform, table.adId, table.createdAt)
      .where(sql`ad_id is not null`),
    // To count the stored leads of a form and compare them with the platform's count.
    index('leads_form').on(table.workspaceId, table.platform, table.formId),
    index('leads_search')
      .using('gin', sql`search_grams(platform || ':' || workspace_id, search_text)`)
      .with({ gin_pending_list_limit: 512 }),
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
