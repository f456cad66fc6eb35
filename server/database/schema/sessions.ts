import { foreignKey, index, pgTable, text } from '../drizzle.ts';
import { moment, optionalWorkspaceId, userId } from './columns.ts';
import { users } from './users.ts';
import { memberships } from './workspaces.ts';

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token, in hex. */
    tokenHash: text('token_hash').primaryKey(),
    userId: userId().references(() => users.id, { onDelete: 'cascade' }),
    /** The person's workspace in this session. Null: the workspace that they chose last. */
    workspaceId: optionalWorkspaceId(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expiry').on(table.expiresAt),
    index('sessions_member').on(table.workspaceId, table.userId),
    // The migration sets only the workspace to null, which Drizzle cannot express.
    foreignKey({
      name: 'sessions_member',
      columns: [table.workspaceId, table.userId],
      foreignColumns: [memberships.workspaceId, memberships.userId],
    }).onDelete('set null'),
  ],
);
