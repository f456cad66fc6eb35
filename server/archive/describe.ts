import type { Manifest } from './manifest.ts';

const mebibyte = 1024 * 1024;

export const describeSize = (bytes: number): string => `${(bytes / mebibyte).toFixed(1)} MiB`;

/** `1,000,017 rows of 29 tables, version 1.0.0, made 2026-01-31T23:59:59.000Z`. */
export const describeBackup = ({ tables, productVersion, createdAt }: Manifest): string => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows.toLocaleString('en-US')} rows of ${tables.length} tables, version ${productVersion}, made ${createdAt}`;
};
