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

/** How 2.0 named a row of a sheet. */
export type FormerNames = {
  /** An identity of an imported lead. */
  formerIdentity?: string;
  /** An id in the list of a platform, for a sheet that adds to this list. */
  formerLeadId?: string;
};

/** A row of an imported file or sheet. */
export type ImportedLead = ImportedContent &
  FormerNames & {
    /** The row updates the stored lead with this identity; null always adds a new lead. */
    identity: string | null;
    /** Known if the identity is; otherwise read from the values. */
    keys?: ContactKeys;
  };
