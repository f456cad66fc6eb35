import { customLeadColumns } from '#shared/customLeadColumns.ts';
import type { CustomLeadKey, CustomLeadValues } from '#shared/customLeadColumns.ts';
import { columnsByName, normalizeColumnName } from './columnsByName.ts';
import { ownFields } from './headers/leadFields.ts';
import type { ReadLead } from './LeadReading.ts';

/** A read lead as the product stores it: the values of the 22 columns, and every other text under its header. */
export type ImportedRow = { values: CustomLeadValues; answers: Record<string, string>; isTest: boolean };

export const toImportedRow = (lead: ReadLead): ImportedRow => {
  const answers = { ...lead.answers };
  const valueOf = (key: CustomLeadKey): string => {
    const field = ownFields[key];
    const value = field && lead[field];
    return value === undefined || typeof value === 'object' ? '' : String(value);
  };
  const values = Object.fromEntries(customLeadColumns.map(({ key }) => [key, valueOf(key)])) as CustomLeadValues;
  // An unclear time, or a number that is no phone number, is an answer of its column.
  for (const [name, text] of Object.entries(answers)) {
    const key = columnsByName.get(normalizeColumnName(name));
    if (key === undefined || values[key] !== '') continue;
    values[key] = text;
    delete answers[name];
  }
  const parts = { 'First name': lead.firstName, 'Last name': lead.lastName };
  for (const [name, part] of Object.entries(parts))
    if (typeof part === 'string' && !values.Name.includes(part) && !Object.hasOwn(answers, name)) answers[name] = part;
  return { values, answers, isTest: lead.isTest };
};
