import { getCountries } from 'libphonenumber-js/min';
import type { CountryCode } from 'libphonenumber-js/min';
import { foldAccents } from '../headers/normalizeHeader.ts';
import { commonCountryNames, countryLanguages, threeLetterCodes } from './countryNames.ts';

export type { CountryCode };

export const countries: readonly CountryCode[] = getCountries();
const codes: ReadonlySet<string> = new Set(countries);
const isCode = (text: string): text is CountryCode => codes.has(text);

/** `The Netherlands` and `U.S.A.` as `netherlands` and `usa`. */
const normalize = (text: string): string =>
  foldAccents(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[.'’`]/g, '')
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim()
      .replace(/^the /, ''),
  );

const shortNames = (): Map<string, CountryCode> => {
  const names = new Map<string, CountryCode>();
  for (const pair of threeLetterCodes.split(' ')) {
    const [code = '', letters = ''] = pair.split(':');
    if (isCode(code)) names.set(letters.toLowerCase(), code);
  }
  for (const [code, list] of Object.entries(commonCountryNames))
    if (isCode(code)) for (const name of list.split('|')) names.set(normalize(name), code);
  for (const code of countries) names.set(code.toLowerCase(), code);
  return names;
};

/** Official names. The first language wins where two use one name for different countries. */
const addOfficialNames = (names: Map<string, CountryCode>, language: string): void => {
  for (const style of ['long', 'short'] as const) {
    const display = new Intl.DisplayNames([language], { type: 'region', style, fallback: 'none' });
    for (const code of countries) {
      const name = normalize(display.of(code) ?? '');
      if (name !== '' && !names.has(name)) names.set(name, code);
    }
  }
};

let names: Map<string, CountryCode> | null = null;
let languagesLeft = countryLanguages.split(' ');

/** Other languages are read one by one, until one of them has the name. */
const findName = (name: string): CountryCode | null => {
  names ??= shortNames();
  for (;;) {
    const found = names.get(name);
    if (found !== undefined) return found;
    const [next, ...rest] = languagesLeft;
    if (next === undefined) return null;
    addOfficialNames(names, next);
    languagesLeft = rest;
  }
};

/** `🇩🇪` as `DE`. */
const flagCode = (text: string): string =>
  Array.from(text.matchAll(/[\u{1f1e6}-\u{1f1ff}]/gu), ([letter]) =>
    String.fromCharCode((letter.codePointAt(0) ?? 0) - 0x1f1e6 + 65),
  ).join('');

/** Finds a country by its code of two or three letters, its flag, or a name in any language; null for any other text. */
export const readCountry = (text: string | null | undefined): CountryCode | null => {
  const given = text?.trim() ?? '';
  if (isCode(given)) return given;
  if (given === '' || given.length > 80) return null;
  const found = findName(normalize(given));
  if (found !== null) return found;
  const flag = flagCode(given);
  if (isCode(flag)) return flag;
  // `Germany (DE)`, `DE - Germany`
  const [, inBrackets = ''] = /\(([^)]+)\)$/.exec(given) ?? [];
  const parts = [inBrackets, given.replace(/\(.*/s, ''), ...given.split(/\s+[-–|/]\s+/)];
  for (const part of parts)
    if (part !== given && part.trim() !== '') {
      const country = findName(normalize(part));
      if (country !== null) return country;
    }
  return null;
};
