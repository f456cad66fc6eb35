import {
  bigint,
  boolean,
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
import type { ColumnKind } from '#shared/insightColumns.ts';
import type { AccountsByPlatform, PlatformId } from '#shared/platforms.ts';

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

/** Counters of rate-limiter-flexible, in the layout that library asks for. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});
