import { bigint, boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, sql, text } from '../drizzle.ts';
import { sheetSyncRunStates } from '#shared/contracts/sheetSyncs.ts';
import type { ReadColumn } from '#shared/leadFiles/LeadReading.ts';
import { sheetSyncTypes } from '#shared/sheetSyncTypes.ts';
import { leaseColumns, listChecks, moment, oneOf, workspaceId } from './columns.ts';
import { workspaces } from './workspaces.ts';

/**
 * A private sheet is read only for its owner, the first workspace that named it: the service account cannot see who
 * shared the sheet.
 */
export const sheetOwners = pgTable('sheet_owners', {
  documentId: text('document_id').primaryKey(),
  workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
  claimedAt: moment('claimed_at').notNull(),
});

/** Sheets that are kept in sync automatically. */
export const sheetSyncs = pgTable(
  'sheet_syncs',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    /** The pasted URL, for display; never fetched. */
    url: text('url').notNull(),
    documentId: text('document_id').notNull(),
    /** The document id comes from "Publish to web", which uses a different URL. */
    isPublished: boolean('is_published').notNull(),
    /** The tab; null: the first one. */
    gid: text('gid'),
    type: oneOf('type', sheetSyncTypes).notNull(),
    createdAt: moment('created_at').notNull(),
    nextRunAt: moment('next_run_at').notNull(),
    ...leaseColumns(),
    /** Set from the first failure until the recovery. */
    failingSince: moment('failing_since'),
    lastRunId: bigint('last_run_id', { mode: 'number' }).notNull().default(0),
    /** Fingerprint of the last stored rows: an unchanged sheet is not stored again. */
    storedHash: text('stored_hash'),
    /** The columns of the sheet so far, also those that are missing now; null: no run had a header. */
    columns: jsonb('columns').$type<ReadColumn[]>(),
    /** Problems that the members were notified of, until they are solved. */
    noted: text('noted')
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.id] }),
    index('sheet_syncs_newest').on(
      table.workspaceId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('sheet_syncs_due').on(table.nextRunAt),
  ],
);

export const sheetSyncRuns = pgTable(
  'sheet_sync_runs',
  {
    workspaceId: workspaceId(),
    syncId: text('sync_id').notNull(),
    /** Counted from 1, per sheet. */
    id: bigint('id', { mode: 'number' }).notNull(),
    state: oneOf('state', sheetSyncRunStates).notNull(),
    startedAt: moment('started_at').notNull(),
    finishedAt: moment('finished_at'),
    rowsRead: integer('rows_read').notNull().default(0),
    rowsAdded: integer('rows_added').notNull().default(0),
    rowsChanged: integer('rows_changed').notNull().default(0),
    rowsRejected: integer('rows_rejected').notNull().default(0),
    rejectedRows: jsonb('rejected_rows').$type<{ row: number; reason: string }[]>().notNull().default([]),
    /** New cells that were not applied, because a person has edited their column. */
    conflicts: jsonb('conflicts').$type<{ row: number; column: string }[]>().notNull().default([]),
    error: text('error'),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.syncId, table.id] }),
    foreignKey({
      columns: [table.workspaceId, table.syncId],
      foreignColumns: [sheetSyncs.workspaceId, sheetSyncs.id],
    }).onDelete('cascade'),
  ],
);
