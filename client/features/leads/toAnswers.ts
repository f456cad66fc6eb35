import { isRecord } from '#client/lib/isRecord.ts';
import type { LeadAnswer } from '#shared/contracts/leads.ts';

const toTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');

/** The answers of a lead in either shape: a list of names with values, or an object of texts. */
export const toAnswers = (fieldData: unknown): LeadAnswer[] => {
  if (Array.isArray(fieldData))
    return fieldData.flatMap((field: unknown) =>
      isRecord(field) && typeof field['name'] === 'string'
        ? [{ name: field['name'], values: toTexts(field['values'] ?? field['value']) }]
        : [],
    );
  if (!isRecord(fieldData)) return [];
  return Object.entries(fieldData).map(([name, value]) => ({ name, values: toTexts(value) }));
};
