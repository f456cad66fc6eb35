import type { ReadColumn } from '#shared/leadFiles/LeadReading.ts';
import type { LeadField } from '#shared/leadFiles/headers/leadFields.ts';

/** The fields that a column can become, with their names. */
export const fieldGroups: readonly { label: string; fields: Partial<Record<LeadField, string>> }[] = [
  {
    label: 'Person',
    fields: {
      name: 'Name',
      firstName: 'First name',
      lastName: 'Last name',
      email: 'Email',
      phone: 'Phone',
      country: 'Country',
    },
  },
  {
    label: 'Lead',
    fields: {
      id: 'Lead ID',
      createdTime: 'Created time',
      status: 'Status',
      platform: 'Platform',
      isOrganic: 'Is organic',
      isTest: 'Is a test',
    },
  },
  {
    label: 'Ad',
    fields: {
      campaignId: 'Campaign ID',
      campaignName: 'Campaign name',
      adsetId: 'Ad set ID',
      adsetName: 'Ad set name',
      adId: 'Ad ID',
      adName: 'Ad name',
      formId: 'Form ID',
      formName: 'Form name',
    },
  },
];

export const isBecomes = (value: string): value is ReadColumn['becomes'] =>
  value === 'answer' || value === 'nothing' || fieldGroups.some(({ fields }) => Object.hasOwn(fields, value));
