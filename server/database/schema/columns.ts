import { sql, text, timestamp } from '../drizzle.ts';
import type { PgColumn, SQL } from '../drizzle.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** An instant. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** The columns of a lease (`server/database/leases/lease.ts`): who works on the row, and until when. Null: free. */
export const leaseColumns = (untilName = 'leased_until') => ({
  leaseId: text('lease_id'),
  leasedUntil: moment(untilName),
});

/** The workspace to which a row belongs: first in the key of every table that grows. */
export const workspaceId = () => text('workspace_id').$type<WorkspaceId>().notNull();

/** The workspace that a row of a person is about. */
export const optionalWorkspaceId = () => text('workspace_id').$type<WorkspaceId>();

/** The person to whom a row belongs. */
export const userId = () => text('user_id').notNull();

/** Longer texts do not fit into an index entry, which holds 2,704 bytes. */
export const searchTextCharacters = 400;

/** The expression for everything that a search reads of a row: these columns, one per line, in lower case. */
export const wholeSearchText = (columns: readonly string[], prefix = ''): SQL =>
  sql.raw(`lower(${columns.map((column) => prefix + column).join(` || E'\\n' || `)})`);

/**
 * Rows whose text may continue beyond `search_text`: few, and all of them are compared. A character has one byte or
 * more.
 */
export const isLongText = (column: SQL | PgColumn): SQL =>
  sql`octet_length(${column}) >= ${sql.raw(String(searchTextCharacters))}`;

/** The beginning of `wholeSearchText`; for nearly every row, all of it. */
export const searchText = (columns: readonly string[]) =>
  text('search_text')
    .notNull()
    .generatedAlwaysAs(sql`left(${wholeSearchText(columns)}, ${sql.raw(String(searchTextCharacters))})`);
