import type { LeadAnswer } from '../contracts/leads.ts';

/** The answer that holds a lead as the platform sent it, if parts of the lead could not be read. */
export const rawAnswerName = 'unreadable_lead';

/** Normalizes a form's field name, such as `Full Name`, for comparison: `full_name`. */
export const normalizeFieldName = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, '_');

export type LeadContact = { name: string; email: string; phone: string };

/** Field names for each part of the contact, the most common one first. */
const contactFields = {
  name: ['full_name', 'name'],
  email: ['email', 'email_address', 'work_email'],
  phone: ['phone_number', 'phone', 'work_phone_number'],
} as const;

/**
 * Name, e-mail and phone number from a form's answers: the first value of the first matching field. Joins first and
 * last name. Missing parts are empty.
 */
export const readContact = (answers: readonly LeadAnswer[]): LeadContact => {
  const values = new Map<string, string>();
  for (const { name, values: given } of answers) {
    const key = normalizeFieldName(name);
    const first = given.find((value) => value !== '');
    if (first !== undefined && !values.has(key)) values.set(key, first);
  }
  const find = (names: readonly string[]): string => {
    const name = names.find((each) => values.has(each));
    return name === undefined ? '' : (values.get(name) ?? '');
  };
  const wholeName = [values.get('first_name'), values.get('last_name')].filter((part) => part !== undefined).join(' ');
  return {
    name: find(contactFields.name) || wholeName,
    email: find(contactFields.email),
    phone: find(contactFields.phone),
  };
};
