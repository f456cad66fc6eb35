import { readContact } from '#shared/lib/leadAnswers.ts';
import { isTestLead } from '#shared/leadFiles/cells/testLead.ts';
import type { PlatformLead } from '#server/providers/LeadSource.ts';
import type { NewLead } from './store/leads.store.ts';

/** Converts a platform lead for the store. The platform lead does not contain the name of its form. */
export const toNewLead = (
  { id, region: _region, unreadable: _unreadable, ...lead }: PlatformLead,
  formName: string | null,
): NewLead => {
  const contact = readContact(lead.answers);
  const isTest = isTestLead(
    contact.email,
    lead.answers.flatMap(({ values }) => values),
  );
  return { ...lead, leadId: id, formName, contact, isTest };
};
