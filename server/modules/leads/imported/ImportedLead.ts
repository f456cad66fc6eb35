import type { CustomLeadValues } from '#shared/customLeadColumns.ts';

/** A row of a file or sheet. */
export type ImportedLead = {
  /** Updates the stored lead with this identity; null: always a new lead. */
  identity: string | null;
  values: CustomLeadValues;
};
