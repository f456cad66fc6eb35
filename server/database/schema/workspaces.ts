import { index, pgTable, primaryKey, text } from '../drizzle.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { moment, userId, workspaceId } from './columns.ts';
import { users } from './users.ts';

/** What connections, leads, exports, sheets and metrics belong to. */
export const workspaces = pgTable('workspaces', {
  id: text('id').$type<WorkspaceId>().primaryKey(),
  /** Of phone numbers without a country code, as ISO 3166-1 alpha-2; null: such numbers are not compared. */
  phoneCountry: text('phone_country'),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** Who works in a workspace. Each person has one, made at registration. */
export const memberships = pgTable(
  'memberships',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    userId: userId().references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.userId] }),
    index('memberships_user').on(table.userId, table.createdAt),
  ],
);
