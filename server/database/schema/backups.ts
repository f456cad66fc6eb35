import { bigint, integer, pgTable, text } from '../drizzle.ts';
import { leaseColumns, moment } from './columns.ts';

/** The daily backup of the installation: one row. */
export const dailyBackups = pgTable('daily_backups', {
  id: text('id').primaryKey(),
  /** When the next backup is made, or a failed backup is retried. */
  dueAt: moment('due_at').notNull(),
  /** Failed attempts since the last success. */
  failures: integer('failures').notNull().default(0),
  /** Why the newest attempt failed; null if it succeeded. */
  problem: text('problem'),
  /** The newest backup: completion time, file name, size in bytes, and time of arrival at the second location. */
  doneAt: moment('done_at'),
  file: text('file'),
  bytes: bigint('bytes', { mode: 'number' }),
  copiedAt: moment('copied_at'),
  ...leaseColumns(),
});
