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

type StoredField = (typeof fieldOf)[keyof typeof fieldOf];
const fields: ReadonlyMap<CustomLeadKey, StoredField> = new Map(
  Object.entries(fieldOf) as [CustomLeadKey, StoredField][],
);

/** One spelling for `Unit Type`, `unit_type` and `UnitType`. */
const normalizeName = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '');

/** The columns by their names in files, tables and exported lists. */
const columnNames: ReadonlyMap<string, CustomLeadKey> = new Map(
  customLeadColumns.flatMap(({ key, header, title }) =>
    [key, header, title].map((name) => [normalizeName(name), key] as const),
  ),
);

export const toImportedRow = (lead: ReadLead): ImportedRow => {
  const answers = { ...lead.answers };
  const valueOf = (key: CustomLeadKey): string => {
    const field = fields.get(key);
    const value = field && lead[field];
    return value === undefined || typeof value === 'object' ? '' : String(value);
  };
  const values = Object.fromEntries(customLeadColumns.map(({ key }) => [key, valueOf(key)])) as CustomLeadValues;
  // An unclear time, or a number that is no phone number, is an answer of its column.
  for (const [name, text] of Object.entries(answers)) {
    const key = columnNames.get(normalizeName(name));
    if (key === undefined || values[key] !== '') continue;
    values[key] = text;
    delete answers[name];
  }
  const parts = { 'First name': lead.firstName, 'Last name': lead.lastName };
  for (const [name, part] of Object.entries(parts))
    if (typeof part === 'string' && !values.Name.includes(part) && !Object.hasOwn(answers, name)) answers[name] = part;
  return { values, answers, isTest: lead.isTest };
};
