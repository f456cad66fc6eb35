import { date, index, integer, pgTable, primaryKey, text } from '../drizzle.ts';
import type { InsightsSummary } from '#shared/contracts/findings.ts';
import { leaseColumns, moment, workspaceId } from './columns.ts';
import { workspaces } from './workspaces.ts';

/** What the open findings say about a week. Rules write it first; a language model may replace the text. */
export const insightSummaries = pgTable(
  'insight_summaries',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    /** Its Monday, in UTC. */
    week: date('week', { mode: 'string' }).notNull(),
    text: text('text').notNull(),
    writtenBy: text('written_by').$type<InsightsSummary['writtenBy']>().notNull(),
    writtenAt: moment('written_at').notNull(),
    /** When the language model is asked; null: not, or not again. */
    nextAttemptAt: moment('next_attempt_at'),
    /** How often it was asked. */
    attempts: integer('attempts').notNull().default(0),
    /** Why the last attempt failed, without a text of the model. */
    problem: text('problem'),
    ...leaseColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.week] }),
    index('insight_summaries_due').on(table.nextAttemptAt),
  ],
);
