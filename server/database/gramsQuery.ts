import { createHash } from 'node:crypto';
import { storableText } from '#server/lib/storableText.ts';

/** More parts would cost more than they rule out. */
const chosenGrams = 4;
const digitRarity = 8;
const markRarity = 6;
const otherScriptRarity = 16;
/** Letters of names and addresses in European languages, the most common one first. */
const letters = 'eainrstolmdhcugbpkfvwyzjxq';

const isDigit = (character: string): boolean => character >= '0' && character <= '9';
const isLetter = (character: string): boolean => letters.includes(character);

/** The larger, the fewer texts are likely to have this character. */
const rarityOf = (character: string): number => {
  if (isDigit(character)) return digitRarity;
  if (isLetter(character)) return letters.indexOf(character) / 2;
  return character < '\u0080' ? markRarity : otherScriptRarity;
};

const changesKind = (left: string, right: string): boolean =>
  (isDigit(left) && isLetter(right)) || (isLetter(left) && isDigit(right));

/** A part that rules out many rows makes a search quick. Only an estimate: no hit depends on it. */
const scoreOf = (gram: readonly string[]): number => {
  const [first = '', second = '', third = ''] = gram.map((character) => character.toLowerCase());
  const repeats = 3 - new Set([first, second, third]).size;
  const changes = [changesKind(first, second), changesKind(second, third)].filter(Boolean).length;
  return rarityOf(first) + rarityOf(second) + rarityOf(third) + digitRarity * (changes - repeats);
};

/**
 * Whether PostgreSQL lower-cases a character by itself as it does within a word. Some locales write a sigma at a word's end
 * differently, or one capital as two characters. Control characters separate the parts of `search_grams`.
 */
const isStable = (character: string): boolean =>
  character > '\u001f' &&
  Array.from(character.toLowerCase()).length === 1 &&
  character.toLowerCase() !== 'σ' &&
  character !== 'ς';

type Gram = { start: number; text: string; score: number };

/** All parts of a text that have `length` characters. */
const cut = (characters: readonly string[], length: number): Gram[] =>
  characters.flatMap((_, start) => {
    const gram = characters.slice(start, start + length);
    return gram.length === length && gram.every(isStable) ? [{ start, text: gram.join(''), score: scoreOf(gram) }] : [];
  });

/** Mail services are shared by many: of an address, the part before them tells more. */
const hostPenalty = 20;

const chooseGrams = (characters: readonly string[]): string[] => {
  const at = characters.indexOf('@');
  const grams = cut(characters, 3).map((gram) =>
    at >= 3 && gram.start > at ? { ...gram, score: gram.score - hostPenalty } : gram,
  );
  // Of equals the last one: numbers of a kind begin alike.
  grams.sort((left, right) => right.score - left.score || right.start - left.start);
  // Parts that overlap rule out the same rows.
  const spacing = Math.min(3, Math.floor(characters.length / 3));
  const chosen: Gram[] = [];
  for (const gram of grams) {
    if (chosen.length === chosenGrams) break;
    if (chosen.every(({ start }) => Math.abs(start - gram.start) >= spacing)) chosen.push(gram);
  }
  return chosen.map(({ text }) => text);
};

/**
 * A query for the rows of a list that may contain a text, for `search_grams` of that list; null when the text has no part that
 * the index knows. Its letters are still to be lower-cased, by the database as those of the rows.
 * @param list what `search_grams` was called with
 */
export const gramsQuery = (list: string, sought: string): string | null => {
  const characters = Array.from(storableText(sought).trim());
  const prefix = createHash('md5').update(list).digest('hex').slice(0, 4);
  const lexeme = (text: string) => `'${`${prefix}${text}`.replace(/['\\]/g, '$&$&')}'`;
  const grams = chooseGrams(characters).map(lexeme);
  const [pair] = cut(characters, 2);
  // Each character begins a part, so a pair is the beginning of one.
  if (grams.length === 0 && pair) grams.push(`${lexeme(pair.text)}:*`);
  return grams.length === 0 ? null : grams.join(' & ');
};
