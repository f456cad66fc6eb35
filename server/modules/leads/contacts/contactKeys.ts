import { domainToASCII } from 'node:url';
import { getCountries, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { CountryCode } from 'libphonenumber-js/min';
import type { LeadAnswer } from '#shared/contracts/leads.ts';
import { normalizeFieldName } from '#shared/lib/leadAnswers.ts';
import type { LeadContact } from '#shared/lib/leadAnswers.ts';

export type { CountryCode };

/** The longest address that RFC 5321 allows. It also fits into an index entry. */
const longestAddress = 254;
const fewestDigits = 6;
/** A number that repeats a single digit. */
const isPlaceholder = /^(\d)\1*$/;
/** A longer text contains more than a phone number. */
const longestNumber = 60;

export const countries: CountryCode[] = getCountries();
const codes: ReadonlySet<string> = new Set(countries);
const isCode = (text: string): text is CountryCode => codes.has(text);

const english = new Intl.DisplayNames(['en'], { type: 'region' });
const names = new Map(countries.map((code) => [english.of(code)?.toLowerCase(), code]));

/** Finds a country by its code or its English name; null for any other text. */
export const readCountry = (text: string | null | undefined): CountryCode | null => {
  const given = text?.trim() ?? '';
  const code = given.toUpperCase();
  return isCode(code) ? code : (names.get(given.toLowerCase()) ?? null);
};

/** Normalizes an email address for comparison; null for an invalid address. */
export const emailKey = (text: string): string | null => {
  const address = text.trim().normalize('NFKC').toLowerCase();
  const at = address.lastIndexOf('@');
  if (at < 1 || /[\s,;<>\p{C}]/u.test(address)) return null;
  const domain = domainToASCII(address.slice(at + 1));
  const key = `${address.slice(0, at)}@${domain}`;
  return domain.includes('.') && key.length <= longestAddress ? key : null;
};

/**
 * Normalizes a phone number to E.164; null for an invalid number or an unknown country. A possible length is enough,
 * because the library does not know new ranges and example numbers.
 */
export const phoneKey = (text: string, country: CountryCode | null): string | null => {
  if (text.length > longestNumber || text.replace(/\P{Nd}/gu, '').length < fewestDigits) return null;
  const number = parsePhoneNumberFromString(text, country ?? undefined);
  return number?.isPossible() && !isPlaceholder.test(number.nationalNumber) ? number.number : null;
};

export type ContactKeys = { emailKey: string | null; phoneKey: string | null };

/**
 * The normalized contact data that identifies a person.
 * @param ownCountry the country in the lead's own data
 * @param country the country of the workspace, for a lead without one
 */
export const contactKeys = (
  { email, phone, country: ownCountry }: { email: string; phone: string; country: string | null | undefined },
  country: CountryCode | null,
): ContactKeys => ({ emailKey: emailKey(email), phoneKey: phoneKey(phone, readCountry(ownCountry) ?? country) });

/** A form can have a question about the country. */
export const countryIn = (answers: readonly LeadAnswer[]): string | undefined =>
  answers.find(({ name }) => normalizeFieldName(name) === 'country')?.values[0];

/** The contact keys of a form lead. */
export const contactKeysOf = (
  { contact, answers }: { contact: Omit<LeadContact, 'name'>; answers: readonly LeadAnswer[] },
  country: CountryCode | null,
): ContactKeys => contactKeys({ ...contact, country: countryIn(answers) }, country);
