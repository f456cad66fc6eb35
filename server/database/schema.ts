import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { ExportState } from '#shared/contracts/exports.ts';
import type { LeadAnswer } from '#shared/contracts/leads.ts';
import type { sheetSyncRunStates } from '#shared/contracts/sheetSyncs.ts';
import type { ErrorCode } from '#shared/errorCodes.ts';
import type { ColumnKind } from '#shared/insightColumns.ts';
import type { AccountsByPlatform, PlatformId } from '#shared/platforms.ts';
import type { SheetSyncType } from '#shared/sheetSyncTypes.ts';

/*
 * Every table that grows has its owner (`user_id`) first in its primary key, so that it can be partitioned or
 * distributed by owner without a change of code. Secrets are stored hashed, or encrypted where they have to be used.
 */

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const ownerId = () => text('user_id').notNull();

export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** Trimmed and lower-cased. */
    email: text('email').notNull(),
    /** Null: the person signs in with Google only. Argon2id. */
    passwordHash: text('password_hash'),
    /** Someone has shown that the mailbox is theirs: by a one-time code or by Google. */
    isEmailProven: boolean('is_email_proven').notNull().default(false),
    role: text('role').notNull().default('user'),
    defaultAccounts: jsonb('default_accounts').$type<AccountsByPlatform>().notNull(),
    /** Counter from which notifications take their growing ids. */
    lastNotificationId: bigint('last_notification_id', { mode: 'number' }).notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('users_email_key').on(table.email)],
);

/** A person as a sign-in provider knows them: issuer and subject together are the key, never the e-mail. */
export const identities = pgTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index('identities_user').on(table.userId)],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token, in hex. */
    tokenHash: text('token_hash').primaryKey(),
    userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
);

/** At most one living code per person; a new one takes the place of the old. */
export const oneTimeCodes = pgTable('one_time_codes', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  codeHash: text('code_hash').notNull(),
  triesLeft: integer('tries_left').notNull(),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** A consent popup under way. After the provider's callback `grant` holds the encrypted tokens until the owner is proven. */
export const oauthStates = pgTable(
  'oauth_states',
  {
    /** SHA-256 of the state. */
    stateHash: text('state_hash').primaryKey(),
    userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<PlatformId>().notNull(),
    /** Encrypted PKCE verifier; null where the provider takes none. */
    codeVerifier: text('code_verifier'),
    /** SHA-256 of the cookie of the browser that began; null: begun by a program, which keeps no cookies. */
    browserHash: text('browser_hash'),
    /** The start request itself carried the owner's session. */
    isOwnerProven: boolean('is_owner_proven').notNull().default(false),
    /** The callback was answered; a second one is refused. */
    usedAt: moment('used_at'),
    /** Encrypted grant that waits for its owner. */
    grant: text('grant'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('oauth_states_expiry').on(table.expiresAt)],
);

export const connections = pgTable(
  'connections',
  {
    userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<PlatformId>().notNull(),
    /** The identity at the platform, and how it is shown. */
    externalId: text('external_id').notNull(),
    externalName: text('external_name').notNull(),
    /** Encrypted; AES-256-GCM with key id. */
    accessToken: text('access_token').notNull(),
    refreshToken: text('refresh_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    /** Permissions as the platform granted them. */
    grantedScopes: jsonb('granted_scopes').$type<string[]>().notNull(),
    /** Set when the platform no longer takes the grant: why, in plain words. */
    reconnectReason: text('reconnect_reason'),
    /** Grows with each change of the tokens, so that a slower writer notices. */
    version: integer('version').notNull().default(1),
    /** One caller is renewing the tokens; the others wait until then at most. */
    refreshingUntil: moment('refreshing_until'),
    connectedAt: moment('connected_at').notNull().defaultNow(),
    lastGoodCallAt: moment('last_good_call_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.platform] })],
);

/** The ad accounts that a connection reaches, as last listed. */
export const adAccounts = pgTable(
  'ad_accounts',
  {
    userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<PlatformId>().notNull(),
    /** As the platform's list gives it: Facebook's with `act_`. */
    accountId: text('account_id').notNull(),
    name: text('name').notNull(),
    currency: text('currency'),
    timeZone: text('time_zone'),
    /** Google: the manager under which the account was found; null when it is reached directly. */
    loginCustomerId: text('login_customer_id'),
    position: integer('position').notNull(),
    listedAt: moment('listed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.platform, table.accountId] })],
);

/** The last preview query per person, platform and dates: what an export event without rows repeats. */
export const insightQueries = pgTable(
  'insight_queries',
  {
    userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<PlatformId>().notNull(),
    since: text('since').notNull(),
    until: text('until').notNull(),
    accountIds: jsonb('account_ids').$type<string[]>().notNull(),
    usedAt: moment('used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.platform, table.since, table.until] })],
);

/** An export is a row that knows its state; the socket only announces it. */
export const exports = pgTable(
  'exports',
  {
    userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    /** `platform:timestamp` of the click, which joins the socket event and the POST; null for exports without an event. */
    ref: text('ref'),
    platform: text('platform').$type<PlatformId>(),
    state: text('state').$type<ExportState>().notNull(),
    title: text('title').notNull(),
    /** What to fetch when the rows come from the platform. */
    query: jsonb('query').$type<{ accountIds: string[] | null; since: string; until: string }>(),
    /** Keys and titles of the sheet's columns, in order. */
    columns: jsonb('columns').$type<{ key: string; title: string; kind: ColumnKind | 'plain' }[]>(),
    rowsTotal: integer('rows_total'),
    rowsWritten: integer('rows_written').notNull().default(0),
    spreadsheetId: text('spreadsheet_id'),
    url: text('url'),
    /** In plain words, for the person. */
    error: text('error'),
    /** What a person should know about a complete export, e.g. that an ad account could not be read. */
    note: text('note'),
    createdAt: moment('created_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    uniqueIndex('exports_ref').on(table.userId, table.ref),
    index('exports_newest').on(table.userId, table.createdAt),
  ],
);

/** The rows of an export in the order of the sheet; each chunk is written to a fixed range, so writing twice changes nothing. */
export const exportChunks = pgTable(
  'export_chunks',
  {
    userId: ownerId(),
    exportId: text('export_id').notNull(),
    /** From 0. */
    number: integer('number').notNull(),
    /** Index of the chunk's first data row, from 0. */
    firstRow: integer('first_row').notNull(),
    rows: jsonb('rows').$type<(string | number | boolean | null)[][]>().notNull(),
    writtenAt: moment('written_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.exportId, table.number] })],
);

/** Every announced event, with an id that grows per person. */
export const notifications = pgTable(
  'notifications',
  {
    userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
    id: bigint('id', { mode: 'number' }).notNull(),
    event: text('event').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    readAt: moment('read_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);

/** Platforms that have lead forms. */
export type LeadPlatformId = Exclude<PlatformId, 'google'>;

/** When the lead forms of a connection are read again: it begins with the connection and ends with it. */
export const leadReads = pgTable(
  'lead_reads',
  {
    userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<LeadPlatformId>().notNull(),
    /** While a read runs this is the end of its lease, so that one whose process was killed is due again by itself. */
    nextReadAt: moment('next_read_at').notNull(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
    /** One reader at a time: until then it belongs to the one who knows the lease's id. */
    leaseId: text('lease_id'),
    leasedUntil: moment('leased_until'),
    /** Why the last read did not reach everything: as a code of errors, and in plain words. */
    problemCode: text('problem_code').$type<ErrorCode>(),
    problem: text('problem'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.platform] }), index('lead_reads_due').on(table.nextReadAt)],
);

/** What holds lead forms: a Facebook Page, or a TikTok ad account. */
export const leadPages = pgTable(
  'lead_pages',
  {
    userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<LeadPlatformId>().notNull(),
    pageId: text('page_id').notNull(),
    name: text('name').notNull(),
    /** The Page's own token, encrypted; null where the person's token serves. */
    accessToken: text('access_token'),
    /** Set while the platform sends us this page's leads. */
    subscribedAt: moment('subscribed_at'),
    subscriptionId: text('subscription_id'),
    problem: text('problem'),
    listedAt: moment('listed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.platform, table.pageId] }),
    // A webhook names the page only.
    index('lead_pages_page').on(table.platform, table.pageId),
  ],
);

export const leadForms = pgTable(
  'lead_forms',
  {
    userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<LeadPlatformId>().notNull(),
    formId: text('form_id').notNull(),
    pageId: text('page_id').notNull(),
    name: text('name').notNull(),
    status: text('status').notNull(),
    /** Leads as the platform counts them; null where it does not tell. */
    platformCount: integer('platform_count'),
    /** Time of the newest lead that was read, where the next read goes on (with an overlap); null: never read. */
    newestLeadAt: moment('newest_lead_at'),
    /** When all leads that the platform still holds were last read. */
    fullyReadAt: moment('fully_read_at'),
    readAt: moment('read_at'),
    problem: text('problem'),
    listedAt: moment('listed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.platform, table.formId] })],
);

/** `sheet`: a row of a synchronised sheet, which never overwrites what the platform itself said. */
export const leadSources = ['platform', 'sheet'] as const;

/** Leads of the platforms' forms. A lead is unique by owner, platform and lead id, whichever way it came. */
export const leads = pgTable(
  'leads',
  {
    userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
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
    /** Where the form was shown, as the platform says: fb, ig. */
    placement: text('placement'),
    /** All answers in their order, questions of several values too. */
    answers: jsonb('answers').$type<LeadAnswer[]>().notNull(),
    /** Out of the answers, for lists and search. */
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    /** When the form was sent. */
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`lower(name || E'\n' || email || E'\n' || phone || E'\n' || lead_id)`),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.platform, table.leadId] }),
    index('leads_newest').on(
      table.userId,
      table.platform,
      table.createdAt.desc().nullsFirst(),
      table.leadId.desc().nullsFirst(),
    ),
    // For the number of stored leads of a form, which is compared with the platform's own.
    index('leads_form').on(table.userId, table.platform, table.formId),
    index('leads_search').using('gin', table.searchText.op('gin_trgm_ops')),
  ],
);

/** Leads that a webhook has named and that are still to be fetched, or were. Noted before the webhook is answered. */
export const leadNotices = pgTable(
  'lead_notices',
  {
    userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<LeadPlatformId>().notNull(),
    leadId: text('lead_id').notNull(),
    pageId: text('page_id').notNull(),
    formId: text('form_id'),
    receivedAt: moment('received_at').notNull(),
    doneAt: moment('done_at'),
    problem: text('problem'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.platform, table.leadId] }),
    index('lead_notices_open')
      .on(table.receivedAt)
      .where(sql`done_at is null`),
  ],
);

/** The install's own subscription at a platform, which all its users share. */
export const webhookRegistrations = pgTable('webhook_registrations', {
  platform: text('platform').$type<LeadPlatformId>().primaryKey(),
  callbackUrl: text('callback_url').notNull(),
  registeredAt: moment('registered_at').notNull(),
});

/** Leads that a person imported from files and sheets. All values are text, as they were imported. */
export const customLeads = pgTable(
  'custom_leads',
  {
    userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    /** Grows with each inserted lead: the order of the rows of one import, which share their instant. */
    position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** What makes a later import renew this lead: its own id, or its content within a sheet; null: never renewed. */
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
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`lower(name || E'\n' || email_address || E'\n' || lead_id || E'\n' || project || E'\n' || campaign_name || E'\n' || form_name || E'\n' || ad_name)`,
      ),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    uniqueIndex('custom_leads_identity').on(table.userId, table.identity),
    // With the id, so that a page is found in the index alone.
    index('custom_leads_newest').on(table.userId, table.createdAt.desc().nullsFirst(), table.position, table.id),
    index('custom_leads_search').using('gin', table.searchText.op('gin_trgm_ops')),
  ],
);

/**
 * A large import on its way. Its leads are stored in many short transactions, so that nobody waits for a long one; those
 * that are new have its `createdAt` and are listed from the moment it is done.
 */
export const customLeadImports = pgTable(
  'custom_lead_imports',
  {
    userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    state: text('state').$type<'receiving' | 'accepted' | 'done'>().notNull(),
    createdAt: moment('created_at').notNull(),
    inserted: integer('inserted').notNull().default(0),
    /** An accepted import that nobody has gone on with until then was abandoned by a process that ended. */
    dueAt: moment('due_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] }), index('custom_lead_imports_due').on(table.dueAt)],
);

/** Rows of an import that are still to be stored. */
export const customLeadBatches = pgTable(
  'custom_lead_batches',
  {
    userId: ownerId(),
    importId: text('import_id').notNull(),
    number: integer('number').notNull(),
    /** A JSON list, read by the database itself. */
    rows: text('rows').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.importId, table.number] }),
    foreignKey({
      columns: [table.userId, table.importId],
      foreignColumns: [customLeadImports.userId, customLeadImports.id],
    }).onDelete('cascade'),
  ],
);

/** How many leads a person's lists hold, so that no page has to count them. Written with every insert. */
export const leadCounts = pgTable(
  'lead_counts',
  {
    userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
    list: text('list').$type<LeadPlatformId | 'custom'>().notNull(),
    total: bigint('total', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.list] })],
);

/** A private sheet is read for one person only: the first who named it. The service account cannot tell who shared it. */
export const sheetClaims = pgTable('sheet_claims', {
  documentId: text('document_id').primaryKey(),
  userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
  claimedAt: moment('claimed_at').notNull(),
});

/** Sheets that are kept in sync by themselves. */
export const sheetSyncs = pgTable(
  'sheet_syncs',
  {
    userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    /** As it was pasted, for people; never fetched. */
    url: text('url').notNull(),
    documentId: text('document_id').notNull(),
    /** The document id is one of "Publish to web", which is read by another address. */
    isPublished: boolean('is_published').notNull(),
    /** The tab; null: the first one. */
    gid: text('gid'),
    type: text('type').$type<SheetSyncType>().notNull(),
    createdAt: moment('created_at').notNull(),
    nextRunAt: moment('next_run_at').notNull(),
    leaseId: text('lease_id'),
    leasedUntil: moment('leased_until'),
    /** Set from the first failure to the recovery. */
    failingSince: moment('failing_since'),
    lastRunId: bigint('last_run_id', { mode: 'number' }).notNull().default(0),
    /** Fingerprint of the rows that were last stored: a sheet that is still the same is not stored again. */
    storedHash: text('stored_hash'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('sheet_syncs_newest').on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('sheet_syncs_due').on(table.nextRunAt),
  ],
);

export const sheetSyncRuns = pgTable(
  'sheet_sync_runs',
  {
    userId: ownerId(),
    syncId: text('sync_id').notNull(),
    /** From 1, per sheet. */
    id: bigint('id', { mode: 'number' }).notNull(),
    state: text('state').$type<(typeof sheetSyncRunStates)[number]>().notNull(),
    startedAt: moment('started_at').notNull(),
    finishedAt: moment('finished_at'),
    rowsRead: integer('rows_read').notNull().default(0),
    rowsAdded: integer('rows_added').notNull().default(0),
    rowsChanged: integer('rows_changed').notNull().default(0),
    rowsRejected: integer('rows_rejected').notNull().default(0),
    rejectedRows: jsonb('rejected_rows').$type<{ row: number; reason: string }[]>().notNull().default([]),
    error: text('error'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.syncId, table.id] }),
    foreignKey({ columns: [table.userId, table.syncId], foreignColumns: [sheetSyncs.userId, sheetSyncs.id] }).onDelete(
      'cascade',
    ),
  ],
);

/** Counters of rate-limiter-flexible, in the layout that library asks for. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});
