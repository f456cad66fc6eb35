import { index, integer, pgTable, primaryKey, text } from '../drizzle.ts';
import { defaultResponseMinutes } from '#shared/responseGoal.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { moment, userId, workspaceId } from './columns.ts';
import { users } from './users.ts';

/** What connections, leads, exports, sheets and metrics belong to. */
export const workspaces = pgTable('workspaces', {
  id: text('id').$type<WorkspaceId>().primaryKey(),
  /** Of phone numbers without a country code, as ISO 3166-1 alpha-2; null: such numbers are not compared. */
  phoneCountry: text('phone_country'),
  createdAt: moment('created_at').notNull().defaultNow(),
  /** The goal for the first response to a lead; null: none. */
  responseMinutes: integer('response_minutes').default(defaultResponseMinutes),
  /** When people respond: weekdays from 1 for Monday, and local times. All of them are null at all hours. */
  officeDays: integer('office_days').array(),
  officeOpens: text('office_opens'),
  officeCloses: text('office_closes'),
  officeTimeZone: text('office_time_zone'),
  /** Leads that arrived before do not wait: the start of the workspace, or of the release that brought this. */
  responsesSince: moment('responses_since').notNull().defaultNow(),
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
