import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { PhoneNumber } from 'libphonenumber-js/min';
import { countDigits } from './phoneText.ts';
import type { CountryCode } from './readCountry.ts';

const fewestDigits = 6;
/** The longest number that ITU-T E.164 allows. More digits are two numbers. */
const mostDigits = 15;
const betweenNumbers = /\s*[;,|\n]\s*|\s+[/–-]\s+|\s+(?:or|and|oder|und|ou|et|o|y|e|или|и)\s+/u;
/** A longer text contains more than a phone number. */
const longestNumber = 60;
/** A number that repeats a single digit. */
const isOneDigit = /^(\d)\1*$/;

const toE164 = (number: PhoneNumber | undefined): string | null =>
  number?.isPossible() && !isOneDigit.test(number.nationalNumber) ? number.number : null;

const readInternational = (text: string): string | null => {
  const number = parsePhoneNumberFromString(text);
  if (!text.includes('(0)') || number?.isValid()) return toE164(number);
  // `+34 (0) 612 …`: the zero of another country's notation.
  return toE164(parsePhoneNumberFromString(text.replace('(0)', ''))) ?? toE164(number);
};

/**
 * Normalizes a phone number to E.164; null for an invalid number, or without a country that it needs. A possible length
 * is enough, because the library does not know new ranges and example numbers.
 */
export const phoneToE164 = (text: string, country: CountryCode | null): string | null => {
  if (text.length > longestNumber) return null;
  const count = countDigits(text);
  if (count < fewestDigits) return null;
  if (count > mostDigits) {
    const first = text.split(betweenNumbers).find((part) => countDigits(part) >= fewestDigits);
    if (first !== undefined && first !== text) return phoneToE164(first, country);
  }
  if (text.startsWith('+')) return readInternational(text);
  if (/\dE\+?\d/i.test(text)) return null;
  const bare = /^[+\d(]/.test(text) ? text : text.replace(/^[^\p{Nd}+＋(]+/u, '');
  if (/^\(?[+＋]/.test(bare)) return readInternational(bare);
  if (/^\(?00/.test(bare)) {
    const international = readInternational(`+${bare.replace(/^\(?00\)?/, '')}`);
    if (international !== null) return international;
  }
  if (country === null) return null;
  if (count < 10 || /^[(0]/.test(bare)) return toE164(parsePhoneNumberFromString(bare, country));
  const digits = bare.replace(/\P{Nd}/gu, '');
  const readWithPlus = (): string | null => {
    const number = parsePhoneNumberFromString(`+${digits}`);
    return number?.isValid() ? toE164(number) : null;
  };
  const own = digits.startsWith(getCountryCallingCode(country)) ? readWithPlus() : null;
  if (own !== null) return own;
  const national = parsePhoneNumberFromString(bare, country);
  // A national number that is written with a zero in front is hardly ever given without it.
  const isNational = national?.isValid() && !/^\(?0/.test(national.formatNational());
  return (isNational ? null : readWithPlus()) ?? toE164(national);
};
