import type { LeadAnswer } from '#shared/contracts/leads.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import type { ContactKeys } from '#server/modules/leads/contacts/contactKeys.ts';

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
  /** The identity that an earlier version gave to this row of a sheet. */
  formerIdentity?: string;
  /** Known if the identity is; otherwise read from the values. */
  keys?: ContactKeys;
};
