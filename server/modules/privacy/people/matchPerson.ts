import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';

/** The person to search for; at least one of the two is set. */
export type SoughtPerson = { email: string | null; phone: string | null };

export type PersonMatcher = {
  /** Whether any of the texts contains the address or the number. */
  isIn(texts: readonly string[]): boolean;
  /** SQL prefilter: true for every text in which `isIn` may find the person, and for a few others. */
  mayBeIn(text: SQL): SQL;
};

/** Arabic, Persian and full-width digits, each from 0. */
const otherDigits = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹０１２３４５６７８９';
const latinDigits = '0123456789'.repeat(3);
const latinDigitOf = new Map(Array.from(otherDigits, (digit, index) => [digit, latinDigits[index] ?? '']));

/** Fewer digits do not identify a person; E.164 allows 15. */
const phoneDigits = { least: 7, most: 15 } as const;
/** A country code has up to three digits. Some people keep the zero of the area code after it. */
const longestPrefix = 4;

const toLatinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => latinDigitOf.get(digit) ?? digit);

/** The digits of a number without leading zeros, including a zero after the country code: `+49 (0)171`. */
const significantDigits = (text: string): string =>
  toLatinDigits(text)
    .replace(/\(0\)/g, '')
    .replace(/^\s*(\+\d{1,3})[\s.\u2010-\u2015\u2212-]+0/, '$1')
    .replace(/\D/g, '')
    .replace(/^0+/, '');

/** Null for a text that is too short or too long for a number. */
export const readPhone = (text: string): string | null => {
  const digits = significantDigits(text);
  return digits.length >= phoneDigits.least && digits.length <= phoneDigits.most ? digits : null;
};

/** Compares numbers with or without the country code. A very short number may be local and exist in many areas. */
const isSameNumber = (a: string, b: string): boolean => {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const prefix = long.length - short.length;
  if (prefix === 0) return short === long && short.length >= phoneDigits.least;
  return short.length > phoneDigits.least && prefix <= longestPrefix && long.endsWith(short);
};

/** A run of digits with the usual separators: spaces, brackets, and all kinds of dashes and minus signs. */
const numberRun = /\+?[\d(][\d\s()./\u2010-\u2015\u2212-]*\d/g;

/**
 * The possible numbers in a text: each run of digits, and each of its parts from a zero to the end, because a house
 * number may precede the phone number.
 */
function* numbersIn(text: string): Generator<string> {
  for (const [run] of toLatinDigits(text).matchAll(numberRun))
    for (const piece of run.split(/\s+\/\s+/)) {
      yield significantDigits(piece);
      if (piece.startsWith('+')) continue;
      for (const { index } of piece.matchAll(/\s\(?0/g)) yield significantDigits(piece.slice(index));
    }
}

/** An apostrophe may be part of a name (o'brien@…), but not of a domain. */
const addressRun = /[^\s\p{Cf}<>()[\]{}"“”„«»,;:|=/@]+@[\p{L}\p{M}\p{N}.-]+/gu;
/** Characters that people put around an address, and the dots of a sentence. */
const wrapping = /^['‘’‚‹›`´*.…]+|[.-]+$/gu;

const addressesIn = (text: string): string[] =>
  (text.toLowerCase().match(addressRun) ?? []).map((address) => address.replace(wrapping, ''));

/** Finds an address and a number within texts, in any letter case and notation. */
export const createPersonMatcher = ({ email, phone }: SoughtPerson): PersonMatcher => {
  const address = email?.toLowerCase() ?? null;
  const number = phone === null ? null : readPhone(phone);
  const lastDigits = number?.slice(-phoneDigits.least) ?? null;

  const holdsAddress = (text: string): boolean => address !== null && addressesIn(text).includes(address);
  const holdsNumber = (text: string): boolean => {
    if (number === null || lastDigits === null) return false;
    if (!toLatinDigits(text).replace(/\D/g, '').includes(lastDigits)) return false;
    for (const candidate of numbersIn(text)) if (isSameNumber(candidate, number)) return true;
    return false;
  };

  return {
    isIn: (texts) => texts.some((text) => holdsAddress(text) || holdsNumber(text)),
    mayBeIn: (text) => {
      const digits = sql`regexp_replace(translate(${text}, ${otherDigits}, ${latinDigits}), '[^0-9]', '', 'g')`;
      const byAddress = address === null ? sql`false` : sql`position(${address} in lower(${text})) > 0`;
      const byNumber = lastDigits === null ? sql`false` : sql`position(${lastDigits} in ${digits}) > 0`;
      return sql`(${byAddress} or ${byNumber})`;
    },
  };
};
