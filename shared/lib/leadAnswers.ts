import type { LeadAnswer } from '../contracts/leads.ts';

/** Field names as forms spell them, `Full Name` say, in the one spelling that is compared: `full_name`. */
export const normalizeFieldName = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, '_');

export type LeadContact = { name: string; email: string; phone: string };

/** Names of the fields that hold a part of the contact, the usual one first. */
const contactFields = {
  name: ['full_name', 'name'],
  email: ['email', 'email_address', 'work_email'],
  phone: ['phone_number', 'phone', 'work_phone_number'],
} as const;

/**
 * Name, e-mail and phone number out of a form's answers: the first value of the first field of that name. A form that
 * asks for first and last name gives both together. Missing parts are empty.
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
