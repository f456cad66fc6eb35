import type { NewLead } from '#server/modules/leads/store/leads.store.ts';

/** A form lead as a platform reader passes it to the store. */
export const newLead = (leadId: string, changes: Partial<NewLead> = {}): NewLead => ({
  leadId,
  pageId: '7',
  formId: '6',
  formName: 'Test drive',
  adId: null,
  adName: null,
  adsetId: null,
  adsetName: null,
  campaignId: null,
  campaignName: null,
  isOrganic: true,
  placement: 'fb',
  answers: [{ name: 'full_name', values: ['Ada Example'] }],
  isTest: false,
  contact: { name: 'Ada Example', email: 'ada@example.test', phone: '' },
  createdAt: new Date(Date.UTC(2026, 10, 1, 12)),
  ...changes,
});
