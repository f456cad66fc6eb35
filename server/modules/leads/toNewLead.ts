import { readContact } from '#shared/lib/leadAnswers.ts';
import type { PlatformLead } from '#server/providers/LeadSource.ts';
import type { NewLead } from './store/leads.store.ts';

/** Converts a platform lead for the store. The platform lead does not contain the name of its form. */
export const toNewLead = (
  { id, region: _region, unreadable: _unreadable, ...lead }: PlatformLead,
  formName: string | null,
): NewLead => ({
  ...lead,
  leadId: id,
  source: 'platform',
  formName,
  contact: readContact(lead.answers),
});
