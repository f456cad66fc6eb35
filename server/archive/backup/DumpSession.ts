import type { QueryResultRow } from 'pg';

/** A table and its stored columns; the database fills generated ones itself. */
export type TableShape = { schema: string; name: string; columns: string[] };

/** A database for backup and restore. Rows travel as COPY text, one line per row. */
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

/** Makes the text of values independent of server, role and environment, without time limits. */
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
