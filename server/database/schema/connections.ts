import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from '../drizzle.ts';
import { platformIds } from '#shared/platforms.ts';
import { leaseColumns, listChecks, moment, oneOf, optionalWorkspaceId, userId, workspaceId } from './columns.ts';
import { users } from './users.ts';
import { memberships, workspaces } from './workspaces.ts';

/** A pending consent. After the provider's callback, `grant` holds the encrypted tokens until the owner is proven. */
export const oauthStates = pgTable(
  'oauth_states',
  {
    /** SHA-256 of the state. */
    stateHash: text('state_hash').primaryKey(),
    userId: userId().references(() => users.id, { onDelete: 'cascade' }),
    /** The workspace of the session that started the consent. Null: the start request had no session. */
    workspaceId: optionalWorkspaceId(),
    platform: oneOf('platform', platformIds).notNull(),
    /** Encrypted PKCE verifier; null if the provider does not use PKCE. */
    codeVerifier: text('code_verifier'),
    /** SHA-256 of the starting browser's cookie; null: a program without cookies started it. */
    browserHash: text('browser_hash'),
    /** The start request carried the owner's session. */
    isOwnerProven: boolean('is_owner_proven').notNull().default(false),
    /** The callback was answered; a second one is refused. */
    usedAt: moment('used_at'),
    /** Encrypted grant that is waiting for its owner. */
    grant: text('grant'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    ...listChecks(table),
    index('oauth_states_expiry').on(table.expiresAt),
    foreignKey({
      name: 'oauth_states_member',
      columns: [table.workspaceId, table.userId],
      foreignColumns: [memberships.workspaceId, memberships.userId],
    }).onDelete('cascade'),
  ],
);

export const connections = pgTable(
  'connections',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: oneOf('platform', platformIds).notNull(),
    /** The identity at the platform, and its display name. */
    externalId: text('external_id').notNull(),
    externalName: text('external_name').notNull(),
    /** Encrypted; AES-256-GCM with key id. */
    accessToken: text('access_token').notNull(),
    refreshToken: text('refresh_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    /** The permissions that the platform granted, as it names them. */
    grantedScopes: jsonb('granted_scopes').$type<string[]>().notNull(),
    /** Set when the platform no longer accepts the grant: the reason in plain words. */
    reconnectReason: text('reconnect_reason'),
    /** Incremented by each token change, so that a slower writer fails. */
    version: integer('version').notNull().default(1),
    /** The holder refreshes the tokens; the others wait for them. */
    ...leaseColumns('refreshing_until'),
    connectedAt: moment('connected_at').notNull().defaultNow(),
    lastGoodCallAt: moment('last_good_call_at'),
    /** The number of days before expiry at the last notification; null: not notified yet. */
    expiryToldDays: integer('expiry_told_days'),
  },
  (table) => [...listChecks(table), primaryKey({ columns: [table.workspaceId, table.platform] })],
);

/** The ad accounts that a connection can access, as last listed. */
export const adAccounts = pgTable(
  'ad_accounts',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: oneOf('platform', platformIds).notNull(),
    /** The id from the platform's list; Facebook ids start with `act_`. */
    accountId: text('account_id').notNull(),
    name: text('name').notNull(),
    currency: text('currency'),
    timeZone: text('time_zone'),
    /** Google: the manager account through which the account was found; null when it is accessible directly. */
    loginCustomerId: text('login_customer_id'),
    position: integer('position').notNull(),
    listedAt: moment('listed_at').notNull(),
  },
  (table) => [...listChecks(table), primaryKey({ columns: [table.workspaceId, table.platform, table.accountId] })],
);
