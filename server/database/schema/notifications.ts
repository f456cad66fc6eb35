import { sql, bigint, index, jsonb, pgTable, primaryKey, text } from '../drizzle.ts';
import { moment, userId } from './columns.ts';
import { users } from './users.ts';

/** Every announced event, with an id that grows per person. */
export const notifications = pgTable(
  'notifications',
  {
    userId: userId().references(() => users.id, { onDelete: 'cascade' }),
    id: bigint('id', { mode: 'number' }).notNull(),
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
  ],
);
