import { index, jsonb, pgTable, primaryKey, text } from '../drizzle.ts';
import { moment, workspaceId } from './columns.ts';
import { users } from './users.ts';
import { workspaces } from './workspaces.ts';

/**
 * Receipts of deletions, to be shown to whoever asked for one. They say how much was deleted and never of whom: neither an
 * e-mail address nor a phone number nor an id of a platform.
 */
export const erasures = pgTable(
  'erasures',
  {
    /** Random, for people to read out; the only key to the receipt of somebody who has no account. */
    code: text('code').primaryKey(),
    /** `person`: somebody who filled in a form; `account`: a user; `meta`: asked for at Meta. */
    kind: text('kind').$type<'person' | 'account' | 'meta'>().notNull(),
    /** Who asked for it in the product; null when it was the operator, the platform, or an account that is gone. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Deleted rows by table. */
    counts: jsonb('counts').$type<Record<string, number>>().notNull().default({}),
    requestedAt: moment('requested_at').notNull().defaultNow(),
    /** Null while it is still to be done. */
    finishedAt: moment('finished_at'),
  },
  (table) => [index('erasures_user').on(table.userId, table.requestedAt)],
);

/**
 * Leads that were erased while the platform, or a sheet in sync, may still have them: what is read there is compared with
 * these and left out. A hash rather than an id, so that nothing here leads back to the person.
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
