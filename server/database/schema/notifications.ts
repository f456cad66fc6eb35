import { sql, bigint, foreignKey, index, jsonb, pgTable, primaryKey, text } from '../drizzle.ts';
import { moment, optionalWorkspaceId, userId } from './columns.ts';
import { users } from './users.ts';
import { memberships } from './workspaces.ts';

/** Every announced event, with an id that grows per person. A person who leaves a workspace loses its notifications. */
export const notifications = pgTable(
  'notifications',
  {
    userId: userId().references(() => users.id, { onDelete: 'cascade' }),
    id: bigint('id', { mode: 'number' }).notNull(),
    /** The workspace of the event. Null: stored by the former version, and shown everywhere. */
    workspaceId: optionalWorkspaceId(),
    event: text('event').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    readAt: moment('read_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('notifications_unread')
      .on(table.userId)
      .where(sql`read_at is null`),
    index('notifications_age').on(table.createdAt),
    index('notifications_member').on(table.workspaceId, table.userId),
    foreignKey({
      name: 'notifications_member',
      columns: [table.workspaceId, table.userId],
      foreignColumns: [memberships.workspaceId, memberships.userId],
    }).onDelete('cascade'),
  ],
);
