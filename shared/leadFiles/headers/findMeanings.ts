import { headerLanguages, headerNames, partNames } from './headerNames.ts';
import type { LeadField } from './leadFields.ts';
import { leadFields } from './leadFields.ts';
import { foldAccents, normalizeHeader, spellUmlauts, spellingsOf } from './normalizeHeader.ts';

/** The meaning of a header. A lower rank is more telling: `created_time` says more than `date`. */
export type Meaning = { field: LeadField; rank: number; isPartName: boolean };

type InLanguage = { language: number; field: LeadField; rank: number };

const namesIn = (text: string): string[] => text.split(' | ').map(normalizeHeader);

const addName = (known: Map<string, InLanguage[]>, name: string, meaning: InLanguage): void => {
  const same = known.get(name);
  if (same === undefined) known.set(name, [meaning]);
  else if (!same.some(({ language }) => language === meaning.language)) same.push(meaning);
};

const buildIndex = () => {
  const exact = new Map<string, InLanguage[]>();
  const folded = new Map<string, InLanguage[]>();
  for (const [language, names] of headerNames.entries())
    for (const field of leadFields)
      for (const [rank, name] of namesIn(names[field] ?? '').entries()) {
        addName(exact, name, { language, field, rank });
        addName(folded, foldAccents(name), { language, field, rank });
        addName(folded, foldAccents(spellUmlauts(name)), { language, field, rank });
      }
  exact.delete('');
  folded.delete('');
  const parts = new Set(namesIn(partNames).map(foldAccents));
  return { exact, folded, parts };
};

let built: ReturnType<typeof buildIndex> | null = null;
/** Built at the first use: a page that reads no file does without it. */
const index = () => (built ??= buildIndex());

type Found = { name: string; meanings: readonly InLanguage[] };

const lookUp = (header: string): Found | null => {
  const { exact, folded } = index();
  for (const name of spellingsOf(header)) {
    const meanings = exact.get(name) ?? folded.get(foldAccents(name));
    if (meanings !== undefined) return { name, meanings };
  }
  return null;
};

export const isKnownHeader = (text: string): boolean => text.length <= 80 && lookUp(text) !== null;

/** Codes of the languages in which the text is a header. */
export const languagesOf = (header: string): string[] =>
  lookUp(header)?.meanings.map(({ language }) => headerLanguages[language] ?? '') ?? [];

/** All words of the names of a field, for headers that only contain one of them. */
export const namesOf = (field: LeadField): string[] => [
  ...new Set(
    headerNames
      .flatMap((names) => namesIn(names[field] ?? ''))
      .filter((name) => name !== '')
      .map(foldAccents),
  ),
];

const partners: Partial<Record<LeadField, LeadField>> = { firstName: 'lastName', lastName: 'firstName' };

/**
 * The meaning of each header; null for unknown ones. A word with different meanings in several languages has the one
 * of the language that knows most of the headers.
 */
export const findMeanings = (headers: readonly string[]): (Meaning | null)[] => {
  const found = headers.map(lookUp);
  const known = headerNames.map(
    (_names, language) =>
      found.filter((each) => each?.meanings.some((meaning) => meaning.language === language)).length,
  );
  const hasInLanguage = (field: LeadField, language: number): boolean =>
    found.some((each) => each?.meanings.some((other) => other.language === language && other.field === field));
  return found.map((each) => {
    if (each === null) return null;
    const weight = ({ field, language }: InLanguage): number => {
      const partner = partners[field];
      return (known[language] ?? 0) + (partner !== undefined && hasInLanguage(partner, language) ? headers.length : 0);
    };
    const [first, ...others] = each.meanings;
    if (first === undefined) return null;
    // The first of equals: English, then the order of the lists.
    const best = others.reduce((one, other) => (weight(other) > weight(one) ? other : one), first);
    return { field: best.field, rank: best.rank, isPartName: index().parts.has(foldAccents(each.name)) };
  });
};
