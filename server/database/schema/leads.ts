import { sql, bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from '../drizzle.ts';
import type { LeadAnswer } from '#shared/contracts/leads.ts';
import type { ErrorCode } from '#shared/errorCodes.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import { leaseColumns, moment, workspaceId, searchText } from './columns.ts';
import { workspaces } from './workspaces.ts';

/** When the lead forms of a connection are read next; created and deleted with the connection. */
export const leadReads = pgTable(
  'lead_reads',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<LeadPlatformId>().notNull(),
    /** While a read runs, the end of its lease, so that a read of a killed process becomes due again. */
    nextReadAt: moment('next_read_at').notNull(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
    ...leaseColumns(),
    /** Why the last read was incomplete: as an error code, and in plain words. */
    problemCode: text('problem_code').$type<ErrorCode>(),
    problem: text('problem'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.platform] }),
    index('lead_reads_due').on(table.nextReadAt),
  ],
);

/** What holds lead forms: a Facebook Page, or a TikTok ad account. */
export const leadPages = pgTable(
  'lead_pages',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<LeadPlatformId>().notNull(),
    pageId: text('page_id').notNull(),
    name: text('name').notNull(),
    /** The Page's own token, encrypted; null where the person's token is used. */
    accessToken: text('access_token'),
    /** Set while we are subscribed to this Page's leads. */
    subscribedAt: moment('subscribed_at'),
    subscriptionId: text('subscription_id'),
    problem: text('problem'),
    listedAt: moment('listed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.platform, table.pageId] }),
    // A webhook names the Page only.
    index('lead_pages_page').on(table.platform, table.pageId),
  ],
);

export const leadForms = pgTable(
  'lead_forms',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<LeadPlatformId>().notNull(),
    formId: text('form_id').notNull(),
    pageId: text('page_id').notNull(),
    name: text('name').notNull(),
    status: text('status').notNull(),
    /** The platform's count of leads; null where it reports none. */
    platformCount: integer('platform_count'),
    /** Leads of this form that are not stored because they were erased or are older than the retention. */
    leftOut: integer('left_out').notNull().default(0),
    /** Time of the newest lead that was read, where the next read continues (with an overlap); null: never read. */
    newestLeadAt: moment('newest_lead_at'),
    /** When all leads that the platform still holds were last read. */
    fullyReadAt: moment('fully_read_at'),
    readAt: moment('read_at'),
    problem: text('problem'),
    /**
     * When the platform had deleted the form. The form is not read again until its entry in the platform's list
     * changes.
     */
    goneAt: moment('gone_at'),
    /** TikTok: the region of the newest lead. A search for single leads begins there. */
    region: text('region'),
    listedAt: moment('listed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.platform, table.formId] })],
);

/** `sheet`: a row of a synchronized sheet, which never overwrites the platform's own data. */
export const leadSources = ['platform', 'sheet'] as const;

export const searchedLeadColumns = ['name', 'email', 'phone', 'lead_id'] as const;

/** Leads of the platforms' forms. A lead is unique by workspace, platform and lead id, whatever its source. */
export const leads = pgTable(
  'leads',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<LeadPlatformId>().notNull(),
    leadId: text('lead_id').notNull(),
    source: text('source').$type<(typeof leadSources)[number]>().notNull().default('platform'),
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
    /** Where the form was shown, in the platform's words: fb, ig. */
    placement: text('placement'),
    /** All answers in their order, including questions with several values. */
    answers: jsonb('answers').$type<LeadAnswer[]>().notNull(),
    /** From the answers, for lists and search. */
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    /** When the form was sent. */
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    searchText: searchText(searchedLeadColumns),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.platform, table.leadId] }),
    // The migration adds `include (search_text)`, which Drizzle cannot express: a search reads this index only.
    index('leads_newest').on(
      table.workspaceId,
      table.platform,
      table.createdAt.desc().nullsFirst(),
      table.leadId.desc().nullsFirst(),
    ),
    index('leads_ad')
      .on(table.workspaceId, table.platform, table.adId, table.createdAt)
      .where(sql`ad_id is not null`),
    // For the number of stored leads of a form, which is compared with the platform's count.
    index('leads_form').on(table.workspaceId, table.platform, table.formId),
    index('leads_search')
      .using('gin', sql`search_grams(platform || ':' || workspace_id, search_text)`)
      .with({ gin_pending_list_limit: 512 }),
  ],
);

/** Leads that a webhook named, fetched or not. Stored before the webhook is answered. */
export const leadEvents = pgTable(
  'lead_events',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<LeadPlatformId>().notNull(),
    leadId: text('lead_id').notNull(),
    pageId: text('page_id').notNull(),
    formId: text('form_id'),
    receivedAt: moment('received_at').notNull(),
    doneAt: moment('done_at'),
    problem: text('problem'),
  },
  (table) => [
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
export const webhookRegistrations = pgTable('webhook_registrations', {
  platform: text('platform').$type<LeadPlatformId>().primaryKey(),
  callbackUrl: text('callback_url').notNull(),
  registeredAt: moment('registered_at').notNull(),
});

/** The number of leads in each list, so that no page has to count them. Written with every insert. */
export const leadCounts = pgTable(
  'lead_counts',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    list: text('list').$type<LeadPlatformId | 'custom'>().notNull(),
    total: bigint('total', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.list] })],
);
