import type { QueryResultRow } from 'pg';

/** A table and the columns of it that are kept; generated ones are not, the database fills them itself. */
export type TableShape = { schema: string; name: string; columns: string[] };

/**
 * A database as backup and restore see it. Rows travel as the text of COPY: a line for each row.
 */
export type DumpSession = {
  engine: 'embedded' | 'server';
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Statements without values. */
  execute(text: string): Promise<void>;
  /** All rows, in pieces that may end anywhere. */
  copyOut(table: TableShape): AsyncIterable<Uint8Array>;
  /** Adds whole rows. */
  copyIn(table: TableShape, text: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
};

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const quoteTable = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>): string =>
  `${quoteName(schema)}.${quoteName(name)}`;
export const quoteColumns = ({ columns }: Pick<TableShape, 'columns'>): string => columns.map(quoteName).join(', ');

/** How values are written as text, whatever the server, the role or the environment prefer; and no time limits. */
export const sessionSettings = `
  set client_encoding = 'UTF8';
  set timezone = 'UTC';
  set datestyle = 'ISO, MDY';
  set intervalstyle = 'postgres';
  set extra_float_digits = 1;
  set bytea_output = 'hex';
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
`;
