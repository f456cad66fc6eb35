import { boolean, foreignKey, index, pgTable, primaryKey, sql, text, uniqueIndex } from '../drizzle.ts';
import { viewScreens } from '#shared/contracts/views.ts';
import { listChecks, moment, oneOf, userId, workspaceId } from './columns.ts';
import { memberships } from './workspaces.ts';

/** A named view: the saved state of a screen. */
export const views = pgTable(
  'views',
  {
    workspaceId: workspaceId(),
    id: text('id').notNull(),
    /** The person who saved it. */
    userId: userId(),
    screen: oneOf('screen', viewScreens).notNull(),
    name: text('name').notNull(),
    /** The query of the screen's URL. */
    query: text('query').notNull(),
    isShared: boolean('is_shared').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.id] }),
    uniqueIndex('views_name').on(table.workspaceId, table.userId, table.screen, sql`lower(${table.name})`),
    foreignKey({
      name: 'views_member',
      columns: [table.workspaceId, table.userId],
      foreignColumns: [memberships.workspaceId, memberships.userId],
    }).onDelete('cascade'),
  ],
);

/** A person's default view for a screen. */
export const defaultViews = pgTable(
  'default_views',
  {
    workspaceId: workspaceId(),
    userId: userId(),
    screen: oneOf('screen', viewScreens).notNull(),
    viewId: text('view_id').notNull(),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.userId, table.screen] }),
    index('default_views_view').on(table.workspaceId, table.viewId),
    foreignKey({
      name: 'default_views_member',
      columns: [table.workspaceId, table.userId],
      foreignColumns: [memberships.workspaceId, memberships.userId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'default_views_chosen',
      columns: [table.workspaceId, table.viewId],
      foreignColumns: [views.workspaceId, views.id],
    }).onDelete('cascade'),
  ],
);
