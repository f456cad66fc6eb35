import type { CustomLeadValues } from '#shared/customLeadColumns.ts';

/** A row as it comes from a file or a sheet. */
export type ImportedLead = {
  /** Renews the stored lead of the same identity; null: always a new lead. */
  identity: string | null;
  values: CustomLeadValues;
};
