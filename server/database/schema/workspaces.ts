import { defaultResponseMinutes } from '#shared/responseGoal.ts';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from '../drizzle.ts';
import type { AccountsByPlatform } from '#shared/platforms.ts';
import { workspaceRoles } from '#shared/workspaceRoles.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { listChecks, moment, oneOf, userId, workspaceId } from './columns.ts';
import { users } from './users.ts';

/** The owner of connections, leads, exports, sheets and metrics. */
export const workspaces = pgTable('workspaces', {
  id: text('id').$type<WorkspaceId>().primaryKey(),
  /** Empty: shown under the name of its first owner. */
  name: text('name').notNull().default(''),
  /**
   * The default country of phone numbers, as ISO 3166-1 alpha-2; null: numbers without a country code are not compared.
   */
  phoneCountry: text('phone_country'),
  createdAt: moment('created_at').notNull().defaultNow(),
  /** The goal for the first response to a lead; null: no goal. */
  responseMinutes: integer('response_minutes').default(defaultResponseMinutes),
  /** Office hours: weekdays from 1 for Monday, and local times. All are null if people respond at all hours. */
  officeDays: integer('office_days').array(),
  officeOpens: text('office_opens'),
  officeCloses: text('office_closes'),
  officeTimeZone: text('office_time_zone'),
  /**
   * Leads that arrived earlier do not wait for a response: the creation of the workspace, or the first release with
   * this feature.
   */
  responsesSince: moment('responses_since').notNull().defaultNow(),
});

/** The members of a workspace. Registration creates one workspace per person. */
export const memberships = pgTable(
  'memberships',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    userId: userId().references(() => users.id, { onDelete: 'cascade' }),
    /** The former version only stores people in the workspace that it created for them. */
    role: oneOf('role', workspaceRoles).notNull().default('owner'),
    /** When the person last chose this workspace. A new session starts in the most recent one. */
    chosenAt: moment('chosen_at'),
    /** Ad accounts that the person has selected here. */
    defaultAccounts: jsonb('default_accounts').$type<Partial<AccountsByPlatform>>(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.userId] }),
    index('memberships_user').on(table.userId, table.createdAt),
  ],
);

/** Invitations to a workspace. A row is deleted when it is used, and by housekeeping after its expiry. */
export const workspaceInvitations = pgTable(
  'workspace_invitations',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    /** SHA-256 of the secret in the link. Null: the mail with the link has not been sent yet. */
    secretHash: text('secret_hash'),
    /** Trimmed and lower-cased. Null: anyone with the link may join. */
    email: text('email'),
    role: oneOf('role', workspaceRoles).notNull(),
    /** Null: the account is gone. */
    invitedBy: text('invited_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.id] }),
    uniqueIndex('workspace_invitations_secret').on(table.secretHash),
    index('workspace_invitations_email').on(table.email),
    index('workspace_invitations_expiry').on(table.expiresAt),
    index('workspace_invitations_inviter').on(table.invitedBy),
  ],
);
