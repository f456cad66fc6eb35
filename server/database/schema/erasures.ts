import { index, jsonb, pgTable, primaryKey, text } from '../drizzle.ts';
import { listChecks, moment, oneOf, workspaceId } from './columns.ts';
import { users } from './users.ts';
import { workspaces } from './workspaces.ts';

/**
 * Receipts of deletions, for the person who requested one. They hold the number of deleted rows but nothing that
 * identifies a person: no e-mail address, no phone number, no platform id.
 */
export const erasures = pgTable(
  'erasures',
  {
    /** Random and easy to read aloud; the only key to the receipt of a person without an account. */
    code: text('code').primaryKey(),
    /** `person`: somebody who submitted a form; `account`: a user; `meta`: requested at Meta. */
    kind: oneOf('kind', ['person', 'account', 'meta']).notNull(),
    /** Who requested it in the product; null for the operator, the platform, or a deleted account. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Deleted rows by table. */
    counts: jsonb('counts').$type<Record<string, number>>().notNull().default({}),
    requestedAt: moment('requested_at').notNull().defaultNow(),
    /** Null until the deletion is done. */
    finishedAt: moment('finished_at'),
  },
  (table) => [...listChecks(table), index('erasures_user').on(table.userId, table.requestedAt)],
);

/**
 * Erased leads that the platform or a synced sheet may still hold; later reads skip them. The table stores a hash, so
 * that nothing here leads back to the person.
 */
export const erasedLeads = pgTable(
  'erased_leads',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    /** SHA-256 of the workspace, the list and the lead's id. */
    hash: text('hash').notNull(),
    erasedAt: moment('erased_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.hash] })],
);
