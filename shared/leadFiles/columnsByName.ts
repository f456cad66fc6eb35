import { customLeadColumns } from '#shared/customLeadColumns.ts';
import type { CustomLeadKey } from '#shared/customLeadColumns.ts';

/** One spelling for `Email Address`, `email_address` and `EmailAddress`. */
export const normalizeColumnName = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '');

/** The specified columns by their names in files, tables and exported lists. */
export const columnsByName: ReadonlyMap<string, CustomLeadKey> = new Map(
  customLeadColumns.flatMap(({ key, header, title }) =>
    [key, header, title].map((name) => [normalizeColumnName(name), key] as const),
  ),
);
