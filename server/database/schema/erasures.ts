import { index, jsonb, pgTable, primaryKey, text } from '../drizzle.ts';
import { moment, workspaceId } from './columns.ts';
import { users } from './users.ts';
import { workspaces } from './workspaces.ts';

/**
 * Receipts of deletions, to be shown to the person who requested one. They say how much was deleted, but never whose it
 * was: no e-mail address, no phone number, no id of a platform.
 */
export const erasures = pgTable(
  'erasures',
  {
    /** Random, to be read out by people; the only key to the receipt of a person without an account. */
    code: text('code').primaryKey(),
    /** `person`: somebody who sent a form; `account`: a user; `meta`: requested at Meta. */
    kind: text('kind').$type<'person' | 'account' | 'meta'>().notNull(),
    /** Who requested it in the product; null for the operator, the platform, or a deleted account. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Deleted rows by table. */
    counts: jsonb('counts').$type<Record<string, number>>().notNull().default({}),
    requestedAt: moment('requested_at').notNull().defaultNow(),
    /** Null until it is done. */
    finishedAt: moment('finished_at'),
  },
  (table) => [index('erasures_user').on(table.userId, table.requestedAt)],
);

/**
 * Leads that were erased while the platform or a sheet in sync may still have them: new reads leave these leads out. A
 * hash instead of an id, so that nothing here leads back to the person.
 */
export const erasedLeads = pgTable(
  'erased_leads',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    /** SHA-256 over workspace, list and the lead's id. */
    hash: text('hash').notNull(),
    erasedAt: moment('erased_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.hash] })],
);
