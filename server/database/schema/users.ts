import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from '../drizzle.ts';
import { listChecks, moment, oneOf, userId } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** Trimmed and lower-cased. */
    email: text('email').notNull(),
    /** Argon2id. Null: the person signs in only with Google. */
    passwordHash: text('password_hash'),
    /** Whether the person has proven to own the mailbox: by a one-time code or by Google. */
    isEmailProven: boolean('is_email_proven').notNull().default(false),
    /** The only one: rights come from `memberships`. */
    role: oneOf('role', ['user']).notNull().default('user'),
    /** Counter for the growing ids of notifications. */
    lastNotificationId: bigint('last_notification_id', { mode: 'number' }).notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    /** Null for an account that has not signed in since this column exists. */
    lastSignInAt: moment('last_sign_in_at'),
    /** Set by the operator; blocks every sign-in. */
    blockedAt: moment('blocked_at'),
  },
  (table) => [...listChecks(table), uniqueIndex('users_email_key').on(table.email)],
);

/** A person's identity at a sign-in provider. Issuer and subject together are the key, never the e-mail address. */
export const identities = pgTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: userId().references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index('identities_user').on(table.userId)],
);

/** An operator's link to set a new password; a new link replaces the old one. */
export const resetLinks = pgTable('reset_links', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** SHA-256 of the secret in the link. */
  codeHash: text('code_hash').notNull(),
  /** SHA-256 of the account's password hash: changing the password invalidates the link. */
  passwordDigest: text('password_digest').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

/** The code that each client has requested; a new request replaces the client's own code. */
export const resetCodes = pgTable(
  'reset_codes',
  {
    userId: userId().references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the browser's cookie, or of the network address. */
    askerHash: text('asker_hash').notNull(),
    codeHash: text('code_hash').notNull(),
    /** Guesses left for the requesting client, and for all other clients together. */
    attemptsLeft: integer('tries_left').notNull(),
    strangerAttemptsLeft: integer('stranger_tries_left').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.askerHash] }),
    index('reset_codes_expiry').on(table.expiresAt),
  ],
);

/**
 * People who may register while registration requires an invitation. A new invitation to an address replaces the old
 * one.
 */
export const invitations = pgTable('invitations', {
  /** Trimmed and lower-cased. */
  email: text('email').primaryKey(),
  /** SHA-256 of the secret in the link. */
  secretHash: text('secret_hash').notNull(),
  expiresAt: moment('expires_at').notNull(),
});
