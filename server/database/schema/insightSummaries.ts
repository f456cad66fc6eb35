import { date, pgTable, primaryKey, text } from '../drizzle.ts';
import { listChecks, moment, oneOf, workspaceId } from './columns.ts';
import { workspaces } from './workspaces.ts';

/** The sentences of the largest open findings of a week. */
export const insightSummaries = pgTable(
  'insight_summaries',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    /** The Monday of the week, in UTC. */
    week: date('week', { mode: 'string' }).notNull(),
    text: text('text').notNull(),
    /** `model`: written by Leadlight 2.0.0; texts from its language model are no longer shown. */
    writtenBy: oneOf('written_by', ['model', 'rules']).notNull(),
    writtenAt: moment('written_at').notNull(),
  },
  (table) => [...listChecks(table), primaryKey({ columns: [table.workspaceId, table.week] })],
);
