import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from '../drizzle.ts';
import { exportStates } from '#shared/contracts/exports.ts';
import type { ExportSource } from '#shared/contracts/exports.ts';
import type { ErrorCode } from '#shared/errorCodes.ts';
import type { ColumnKind } from '#shared/insights.ts';
import { platformIds } from '#shared/platforms.ts';
import { leaseColumns, listChecks, moment, oneOf, workspaceId } from './columns.ts';
import { users } from './users.ts';
import { workspaces } from './workspaces.ts';

/** An export is a row with a state; the socket only announces its changes. */
export const exports = pgTable(
  'exports',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    /** The person to notify when the export ends; null: the account is gone. */
    orderedBy: text('ordered_by').references(() => users.id, { onDelete: 'set null' }),
    /**
     * `platform:timestamp` of the click, which links the socket event with the POST; null for exports without an event.
     */
    ref: text('ref'),
    platform: oneOf('platform', platformIds),
    state: oneOf('state', exportStates).notNull(),
    title: text('title').notNull(),
    /** The query, if the rows come from the platform. */
    query: jsonb('query').$type<{ accountIds: string[] | null; since: string; until: string }>(),
    /** The source, if the server itself exports a whole list. */
    source: jsonb('source').$type<ExportSource>(),
    /** Keys and titles of the sheet's columns, in order. */
    columns: jsonb('columns').$type<{ key: string; title: string; kind: ColumnKind | 'plain' }[]>(),
    rowsTotal: integer('rows_total'),
    rowsWritten: integer('rows_written').notNull().default(0),
    spreadsheetId: text('spreadsheet_id'),
    url: text('url'),
    /** Why the export failed: as an error code, and in plain words. */
    code: text('code').$type<ErrorCode>(),
    error: text('error'),
    /** A remark on a complete export, e.g. that an ad account could not be read. */
    note: text('note'),
    /** When all rows were gathered; null: they still have to be fetched, and a resumed export fetches them again. */
    gatheredAt: moment('gathered_at'),
    /** An end in the past is the last time a worker worked on the export. */
    ...leaseColumns(),
    createdAt: moment('created_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    ...listChecks(table),
    primaryKey({ columns: [table.workspaceId, table.id] }),
    uniqueIndex('exports_ref').on(table.workspaceId, table.ref),
    index('exports_newest').on(table.workspaceId, table.createdAt),
    index('exports_orderer').on(table.orderedBy),
  ],
);

/**
 * The rows of an export in sheet order. Each chunk is written to a fixed range, so writing it twice changes nothing.
 */
export const exportChunks = pgTable(
  'export_chunks',
  {
    workspaceId: workspaceId(),
    exportId: text('export_id').notNull(),
    /** Counted from 0. */
    number: integer('number').notNull(),
    /** Index of the chunk's first data row, from 0. */
    firstRow: integer('first_row').notNull(),
    rows: jsonb('rows').$type<(string | number | boolean | null)[][]>().notNull(),
    writtenAt: moment('written_at'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.exportId, table.number] }),
    foreignKey({
      name: 'export_chunks_export_fk',
      columns: [table.workspaceId, table.exportId],
      foreignColumns: [exports.workspaceId, exports.id],
    }).onDelete('cascade'),
  ],
);
