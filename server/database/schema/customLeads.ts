import { foreignKey, index, integer, pgTable, primaryKey, text } from '../drizzle.ts';
import { listChecks, moment, oneOf, workspaceId } from './columns.ts';
import { workspaces } from './workspaces.ts';

/**
 * A large import in progress. Its leads are stored in many short transactions, so that no other work waits long. New
 * leads get its `createdAt` as `imported_at` and appear once the import is complete.
 */
export const customLeadImports = pgTable(
  'custom_lead_imports',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    state: oneOf('state', ['receiving', 'accepted', 'done']).notNull(),
    createdAt: moment('created_at').notNull(),
    inserted: integer('inserted').notNull().default(0),
    /** Rows that contained nothing new. */
    unchanged: integer('unchanged').notNull().default(0),
    /** Its entry under Activity; null: accepted by a version without activities. */
    activityId: text('activity_id'),
    /** When an accepted import without progress counts as abandoned. */
    dueAt: moment('due_at').notNull(),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.id] }),
    index('custom_lead_imports_due').on(table.dueAt),
  ],
);

/** Rows of an import that are waiting to be stored. */
export const customLeadBatches = pgTable(
  'custom_lead_batches',
  {
    workspaceId: workspaceId(),
    importId: text('import_id').notNull(),
    number: integer('number').notNull(),
    /** A JSON list, read by the database itself. */
    rows: text('rows').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.importId, table.number] }),
    foreignKey({
      columns: [table.workspaceId, table.importId],
      foreignColumns: [customLeadImports.workspaceId, customLeadImports.id],
    }).onDelete('cascade'),
  ],
);
