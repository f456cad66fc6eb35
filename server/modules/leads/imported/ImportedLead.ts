import type { LeadAnswer } from '#shared/contracts/leads.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';

/** The content of a row of an imported file or sheet. */
export type ImportedContent = {
  values: CustomLeadValues;
  /** Every other filled cell, by its header. */
  answers?: readonly LeadAnswer[];
  isTest?: boolean;
};

/** A row of an imported file or sheet. */
export type ImportedLead = ImportedContent & {
  /** The row updates the stored lead with this identity; null always adds a new lead. */
  identity: string | null;
};
