import type { LeadDetail, WorkedLead } from '#shared/contracts/leadWork.ts';

export const buildWorkedLead = (number: number, changes: Partial<WorkedLead> = {}): WorkedLead => ({
  id: `facebook:${number}`,
  list: 'facebook',
  name: `Lead ${number}`,
  email: `lead${number}@example.test`,
  phone: '+4915100000001',
  isTest: false,
  formId: '6',
  formName: 'Test drive',
  campaignId: '9',
  campaignName: 'Spring',
  createdAt: '2026-11-12T08:00:00.000Z',
  statusId: 'new',
  assigneeId: null,
  tags: [],
  value: null,
  respondedAt: null,
  activeAt: '2026-11-12T08:00:00.000Z',
  version: 0,
  ...changes,
});

/** The details of a lead that nobody has worked on. */
export const buildLeadDetail = (lead: WorkedLead, changes: Partial<LeadDetail> = {}): LeadDetail => ({
  ...lead,
  answers: [{ name: 'which_model?', values: ['Roadster'] }],
  adId: null,
  adName: null,
  phoneE164: null,
  accountCurrency: null,
  entries: [],
  ...changes,
});
