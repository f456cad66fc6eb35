import type { CustomLeadValues } from '#shared/customLeadColumns.ts';

/** A row of an imported file or sheet. */
export type ImportedLead = {
  /** The row updates the stored lead with this identity; null always adds a new lead. */
  identity: string | null;
  values: CustomLeadValues;
};
