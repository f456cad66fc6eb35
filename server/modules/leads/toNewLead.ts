import { readContact } from '#shared/lib/leadAnswers.ts';
import type { PlatformLead } from '#server/providers/LeadSource.ts';
import type { NewLead } from './lists/leads.store.ts';

/** A platform's lead as it is stored; the lead itself does not say how its form is called. */
export const toNewLead = ({ id, region: _region, ...lead }: PlatformLead, formName: string | null): NewLead => ({
  ...lead,
  leadId: id,
  source: 'platform',
  formName,
  contact: readContact(lead.answers),
});
