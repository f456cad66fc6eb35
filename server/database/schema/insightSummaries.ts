import { date, index, integer, pgTable, primaryKey, text } from '../drizzle.ts';
import { leaseColumns, moment, workspaceId } from './columns.ts';
import { workspaces } from './workspaces.ts';

/** The sentences of the largest open findings of a week. */
export const insightSummaries = pgTable(
  'insight_summaries',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    /** Its Monday, in UTC. */
    week: date('week', { mode: 'string' }).notNull(),
    text: text('text').notNull(),
    /** `model`: by Leadlight 2.0.0, whose texts of a language model are no longer shown. */
    writtenBy: text('written_by').$type<'model' | 'rules'>().notNull(),
    writtenAt: moment('written_at').notNull(),
    // Leadlight 2.0.0 uses the columns below, and may still run during an upgrade. A later release removes them.
    nextAttemptAt: moment('next_attempt_at'),
    attempts: integer('attempts').notNull().default(0),
    problem: text('problem'),
    ...leaseColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.week] }),
    index('insight_summaries_due').on(table.nextAttemptAt),
  ],
);
