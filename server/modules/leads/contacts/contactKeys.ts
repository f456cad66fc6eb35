import { domainToASCII } from 'node:url';
import type { LeadAnswer } from '#shared/contracts/leads.ts';
import { readCountry } from '#shared/leadFiles/cells/readCountry.ts';
import type { CountryCode } from '#shared/leadFiles/cells/readCountry.ts';
import { readEmail } from '#shared/leadFiles/cells/readEmail.ts';
import { bareNumber } from '#shared/leadFiles/cells/phoneText.ts';
import { phoneToE164 } from '#shared/leadFiles/cells/readPhone.ts';
import { normalizeFieldName } from '#shared/lib/leadAnswers.ts';
import type { LeadContact } from '#shared/lib/leadAnswers.ts';

/** The longest address that RFC 5321 allows. It also fits into an index entry. */
const longestAddress = 254;
/** A longer text contains more than an address. */
const longestText = 1_000;

/** Normalizes an email address for comparison; null for an invalid address. */
export const emailKey = (text: string): string | null => {
  const found = text.length > longestText ? null : readEmail(text.trim());
  if (found === null) return null;
  const address = found.normalize('NFKC').toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = domainToASCII(address.slice(at + 1));
  const key = `${address.slice(0, at)}@${domain}`;
  return at > 0 && domain.includes('.') && key.length <= longestAddress ? key : null;
};

/**
 * Normalizes a phone number to E.164; null for an invalid number or an unknown country. A possible length is enough,
 * because the library does not know new ranges and example numbers.
 */
export const phoneKey = (text: string, country: CountryCode | null): string | null =>
  phoneToE164(bareNumber(text.trim()), country);

export type ContactKeys = { emailKey: string | null; phoneKey: string | null };

/**
 * The normalized contact data that identifies a person.
 * @param ownCountry the country in the lead's own data; an unknown one is not replaced by the workspace's
 * @param country the country of the workspace, for a lead without one
 */
export const contactKeys = (
  { email, phone, country: ownCountry }: { email: string; phone: string; country: string | null | undefined },
  country: CountryCode | null,
): ContactKeys => {
  const isGiven = ownCountry !== null && ownCountry !== undefined && ownCountry.trim() !== '';
  return { emailKey: emailKey(email), phoneKey: phoneKey(phone, isGiven ? readCountry(ownCountry) : country) };
};

/** A form can have a question about the country. */
export const countryIn = (answers: readonly LeadAnswer[]): string | undefined =>
  answers.find(({ name }) => normalizeFieldName(name) === 'country')?.values[0];

/** The contact keys of a form lead. */
export const contactKeysOf = (
  { contact, answers }: { contact: Omit<LeadContact, 'name'>; answers: readonly LeadAnswer[] },
  country: CountryCode | null,
): ContactKeys => contactKeys({ ...contact, country: countryIn(answers) }, country);
