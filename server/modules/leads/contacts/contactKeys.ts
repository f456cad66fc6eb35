import { domainToASCII } from 'node:url';
import { getCountries, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { CountryCode } from 'libphonenumber-js/min';
import type { LeadAnswer } from '#shared/contracts/leads.ts';
import { normalizeFieldName } from '#shared/lib/leadAnswers.ts';
import type { LeadContact } from '#shared/lib/leadAnswers.ts';

export type { CountryCode };

/** The longest address of RFC 5321. Also keeps the key within an index entry. */
const longestAddress = 254;
const fewestDigits = 6;
/** One digit again and again. */
const isPlaceholder = /^(\d)\1*$/;
/** A longer text holds more than a number. */
const longestNumber = 60;

export const countries: CountryCode[] = getCountries();
const codes: ReadonlySet<string> = new Set(countries);
const isCode = (text: string): text is CountryCode => codes.has(text);

const english = new Intl.DisplayNames(['en'], { type: 'region' });
const names = new Map(countries.map((code) => [english.of(code)?.toLowerCase(), code]));

/** The country that a text names by its code or in English; null for any other text. */
export const readCountry = (text: string | null | undefined): CountryCode | null => {
  const given = text?.trim() ?? '';
  const code = given.toUpperCase();
  return isCode(code) ? code : (names.get(given.toLowerCase()) ?? null);
};

/** An address in the one spelling that is compared; null for a text that is no address. */
export const emailKey = (text: string): string | null => {
  const address = text.trim().normalize('NFKC').toLowerCase();
  const at = address.lastIndexOf('@');
  if (at < 1 || /[\s,;<>\p{C}]/u.test(address)) return null;
  const domain = domainToASCII(address.slice(at + 1));
  const key = `${address.slice(0, at)}@${domain}`;
  return domain.includes('.') && key.length <= longestAddress ? key : null;
};

/**
 * A number as E.164; null for a text that is no number, or a number whose country is unknown. New ranges and examples are not in
 * the library's plans, so a possible length is enough.
 */
export const phoneKey = (text: string, country: CountryCode | null): string | null => {
  if (text.length > longestNumber || text.replace(/\P{Nd}/gu, '').length < fewestDigits) return null;
  const number = parsePhoneNumberFromString(text, country ?? undefined);
  return number?.isPossible() && !isPlaceholder.test(number.nationalNumber) ? number.number : null;
};

export type ContactKeys = { emailKey: string | null; phoneKey: string | null };

/**
 * What a person is recognized by.
 * @param ownCountry what the lead says about its country
 * @param country of the workspace, for a lead that says nothing
 */
export const contactKeys = (
  { email, phone, country: ownCountry }: { email: string; phone: string; country: string | null | undefined },
  country: CountryCode | null,
): ContactKeys => ({ emailKey: emailKey(email), phoneKey: phoneKey(phone, readCountry(ownCountry) ?? country) });

/** The same for a lead of a form, which may have asked for the country. */
export const contactKeysOf = (
  { contact, answers }: { contact: Omit<LeadContact, 'name'>; answers: readonly LeadAnswer[] },
  country: CountryCode | null,
): ContactKeys => {
  const [own] = answers.find(({ name }) => normalizeFieldName(name) === 'country')?.values ?? [];
  return contactKeys({ ...contact, country: own }, country);
};
