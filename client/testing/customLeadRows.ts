import type { CustomLead } from '#shared/contracts/customLeads.ts';
import { customLeadColumns, customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';

const statuses = ['Accepted', 'Rejected', 'Waiting'];

/** The values of an imported lead. The number makes them unique. */
export const buildValues = (number: number, overrides: Partial<CustomLeadValues> = {}): CustomLeadValues => ({
  Number: String(number),
  Name: `Ada Example ${number}`,
  EmailAddress: `ada.${number}@example.test`,
  ad_id: '1200000000000001',
  Status: statuses[number % 3] ?? '',
  Project: 'Lake View',
  id: `20000000000000${String(number).padStart(2, '0')}`,
  created_time: '2025-11-05T06:03:00+0000',
  ad_name: 'Lake View video',
  adset_id: '1200000000000011',
  adset_name: 'Families',
  campaign_id: '1200000000000021',
  campaign_name: 'Autumn leads',
  form_id: '1200000000000031',
  form_name: 'Brochure request',
  is_organic: number % 2 === 0 ? 'TRUE' : 'FALSE',
  platform: number % 2 === 0 ? 'ig' : 'fb',
  UnitType: 'Villa',
  salesAdvisorContact: 'Yes',
  country: 'Germany',
  StartingPrice: '450000',
  UNIX: '1762322580',
  ...overrides,
});

/** The stored lead with these values. */
export const buildCustomLead = (number: number, overrides: Partial<CustomLeadValues> = {}): CustomLead => ({
  _id: `lead-${number}`,
  ...buildValues(number, overrides),
  createdAt: '2025-11-05T06:03:00.000Z',
  updatedAt: '2025-11-05T06:03:00.000Z',
});

const csvHeader = customLeadColumns.map(({ header }) => header).join(',');

/** A CSV file with these lines below the default header. */
export const csvFile = (lines: readonly string[], { name = 'leads.csv', lineBreak = '\n' } = {}): File =>
  new File([[csvHeader, ...lines, ''].join(lineBreak)], name, { type: 'text/csv' });

/** A line of such a file. */
export const csvLine = (values: CustomLeadValues): string => customLeadKeys.map((key) => values[key]).join(',');
