import { customLeadColumns } from '#shared/customLeadColumns.ts';
import type { CustomLeadKey, CustomLeadValues } from '#shared/customLeadColumns.ts';
import type { ReadLead } from './LeadReading.ts';

/** A read lead as the product stores it: the values of the 22 columns, and every other text under its header. */
export type ImportedRow = { values: CustomLeadValues; answers: Record<string, string>; isTest: boolean };

const fieldOf = {
  Number: 'phone',
  Name: 'name',
  EmailAddress: 'email',
  ad_id: 'adId',
  Status: 'status',
  id: 'id',
  created_time: 'createdTime',
  ad_name: 'adName',
  adset_id: 'adsetId',
  adset_name: 'adsetName',
  campaign_id: 'campaignId',
  campaign_name: 'campaignName',
  form_id: 'formId',
  form_name: 'formName',
  is_organic: 'isOrganic',
  platform: 'platform',
  country: 'country',
} as const satisfies Partial<Record<CustomLeadKey, keyof ReadLead>>;

const fields: ReadonlyMap<CustomLeadKey, keyof ReadLead> = new Map(
  Object.entries(fieldOf) as [CustomLeadKey, keyof ReadLead][],
);

export const toImportedRow = (lead: ReadLead): ImportedRow => {
  const answers = { ...lead.answers };
  const take = (header: string): string => {
    const text = Object.hasOwn(answers, header) ? answers[header] : undefined;
    if (text === undefined) return '';
    delete answers[header];
    return text;
  };
  const valueOf = ({ key, header }: (typeof customLeadColumns)[number]): string => {
    const field = fields.get(key);
    const value = field && lead[field];
    // An unclear time, or a number that is no phone number, is an answer of its column.
    return value === null || value === undefined ? take(header) : String(value);
  };
  const values = Object.fromEntries(
    customLeadColumns.map((column) => [column.key, valueOf(column)]),
  ) as CustomLeadValues;
  const parts = { 'First name': lead.firstName, 'Last name': lead.lastName };
  for (const [name, part] of Object.entries(parts))
    if (typeof part === 'string' && !values.Name.includes(part) && !Object.hasOwn(answers, name)) answers[name] = part;
  return { values, answers, isTest: lead.isTest };
};
