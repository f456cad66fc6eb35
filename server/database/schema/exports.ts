import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from '../drizzle.ts';
import type { ExportSource, ExportState } from '#shared/contracts/exports.ts';
import type { ErrorCode } from '#shared/errorCodes.ts';
import type { ColumnKind } from '#shared/insights.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { leaseColumns, moment, workspaceId } from './columns.ts';
import { users } from './users.ts';
import { workspaces } from './workspaces.ts';

/** An export is a row with a state; the socket only announces changes. */
export const exports = pgTable(
  'exports',
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    /** Who is notified of its end; null: the account is gone. */
    orderedBy: text('ordered_by').references(() => users.id, { onDelete: 'set null' }),
    /** `platform:timestamp` of the click, which joins the socket event and the POST; null for exports without an event. */
    ref: text('ref'),
    platform: text('platform').$type<PlatformId>(),
    state: text('state').$type<ExportState>().notNull(),
    title: text('title').notNull(),
    /** What to fetch when the rows come from the platform. */
    query: jsonb('query').$type<{ accountIds: string[] | null; since: string; until: string }>(),
    /** What the server itself exports as a whole. */
    source: jsonb('source').$type<ExportSource>(),
    /** Keys and titles of the sheet's columns, in order. */
    columns: jsonb('columns').$type<{ key: string; title: string; kind: ColumnKind | 'plain' }[]>(),
    rowsTotal: integer('rows_total'),
    rowsWritten: integer('rows_written').notNull().default(0),
    spreadsheetId: text('spreadsheet_id'),
    url: text('url'),
    /** Why it failed: as a code of errors, and in plain words for the person. */
    code: text('code').$type<ErrorCode>(),
    error: text('error'),
    /** What a person should know about a complete export, e.g. that an ad account could not be read. */
    note: text('note'),
    /** When its rows were settled; null: they still have to be fetched, and a resumed export fetches them again. */
    gatheredAt: moment('gathered_at'),
    /** An end in the past is the last time that a worker worked on the export. */
    ...leaseColumns(),
    createdAt: moment('created_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    uniqueIndex('exports_ref').on(table.workspaceId, table.ref),
    index('exports_newest').on(table.workspaceId, table.createdAt),
    index('exports_orderer').on(table.orderedBy),
  ],
);

/** The rows of an export in the order of the sheet; each chunk is written to a fixed range, so writing twice changes nothing. */
export const exportChunks = pgTable(
  'export_chunks',
  {
    workspaceId: workspaceId(),
    exportId: text('export_id').notNull(),
    /** From 0. */
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
