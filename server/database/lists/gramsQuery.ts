import { createHash } from 'node:crypto';
import { storableText } from '#server/lib/storableText.ts';

/** Length of the grams into which `search_grams` cuts a text. */
const gramLength = 4;
/** The index entry of all rows whose text may be longer than stored. */
const longText = '\u0002';
const digitRarity = 8;
const jointRarity = 16;
const repeatPenalty = 12;
const markRarity = 6;
const otherScriptRarity = 16;
/** Letters of names and addresses in European languages, most common first. */
const letters = 'eainrstolmdhcugbpkfvwyzjxq';

const isDigit = (character: string): boolean => character >= '0' && character <= '9';
const isLetter = (character: string): boolean => letters.includes(character);
const isWord = (character: string): boolean => isDigit(character) || isLetter(character);

/** Estimates rarity: a larger value means a rarer character. */
const rarityOf = (character: string): number => {
  if (isDigit(character)) return digitRarity;
  if (isLetter(character)) return letters.indexOf(character) / 2;
  return character < '\u0080' ? markRarity : otherScriptRarity;
};

/** Two words in one gram, as in `n sa` and `n207`: few texts contain both in this order. */
const joinsWords = (left: string, middle: string, right: string): boolean =>
  (isDigit(left) && isLetter(middle)) ||
  (isLetter(left) && isDigit(middle)) ||
  (isWord(left) && !isWord(middle) && isWord(right));

/** A gram that excludes many rows makes a search fast. This is only an estimate: the result does not depend on it. */
const scoreOf = (gram: readonly string[]): number => {
  const characters = gram.map((character) => character.toLowerCase());
  const rarity = characters.reduce((sum, character) => sum + rarityOf(character), 0);
  const repeats = characters.length - new Set(characters).size;
  const joints = characters.filter((left, index) => {
    const [middle = ' ', right = ' '] = characters.slice(index + 1);
    return joinsWords(left, middle, right);
  });
  return rarity + jointRarity * joints.length - repeatPenalty * repeats;
};

/**
 * Whether PostgreSQL lower-cases a single character the same way as within a word. Some locales write a final sigma
 * differently, or turn one capital into two characters. Control characters separate the grams of `search_grams`.
 */
const isStable = (character: string): boolean =>
  character > '\u001f' &&
  Array.from(character.toLowerCase()).length === 1 &&
  character.toLowerCase() !== 'σ' &&
  character !== 'ς';

type Gram = { start: number; text: string; score: number };

/** All grams of a text with `length` characters. */
const cut = (characters: readonly string[], length: number): Gram[] =>
  characters.flatMap((_, start) => {
    const gram = characters.slice(start, start + length);
    return gram.length === length && gram.every(isStable) ? [{ start, text: gram.join(''), score: scoreOf(gram) }] : [];
  });

const overlapPenalty = 2;

/** Many people share a mail provider, so the part before the @ is more specific. */
const hostPenalty = 20;

const bestFirst = (grams: Gram[]): Gram[] =>
  // On a tie the last gram wins, because similar numbers begin alike.
  grams.toSorted((left, right) => right.score - left.score || right.start - left.start);

/** Chooses two grams that are probably rare. A third would cost more than it excludes. */
const chooseGrams = (characters: readonly string[]): string[] => {
  const at = characters.indexOf('@');
  const grams = cut(characters, gramLength).map((gram) =>
    at >= 3 && gram.start + gramLength > at + 1 ? { ...gram, score: gram.score - hostPenalty } : gram,
  );
  const [best] = bestFirst(grams);
  if (!best) return [];
  // Overlapping grams exclude the same rows twice.
  const others = grams.flatMap((gram) => {
    const shared = Math.max(0, gramLength - Math.abs(gram.start - best.start));
    return gram === best ? [] : [{ ...gram, score: gram.score - overlapPenalty * shared ** 2 }];
  });
  // Reading the entries of a common gram costs more than it excludes.
  const [second] = bestFirst(others.filter(({ score }) => score > best.score / 3));
  return [best.text, ...(second ? [second.text] : [])];
};

/**
 * A query on `search_grams` for list rows that may contain a text; null when the index has no gram of the text. The
 * database still has to lower-case the text, as it does with the rows.
 * @param list the first argument of `search_grams`
 */
export const gramsQuery = (list: string, sought: string): string | null => {
  const characters = Array.from(storableText(sought).trim());
  const prefix = createHash('md5').update(list).digest('hex').slice(0, 4);
  const lexeme = (text: string) => `'${`${prefix}${text}`.replace(/['\\]/g, '$&$&')}'`;
  const grams = chooseGrams(characters).map(lexeme);
  // Each character begins a gram, so a shorter text is the beginning of a gram.
  const [beginning] = [3, 2].flatMap((length) => bestFirst(cut(characters, length)));
  if (grams.length === 0 && beginning) grams.push(`${lexeme(beginning.text)}:*`);
  return grams.length === 0 ? null : `${grams.join(' & ')} | ${lexeme(longText)}`;
};

const mailAddress = /^[^\s@]{3,}@[^\s@]+\.[^\s@]{2,}$/;
const longNumber = /^\+?\d{10,}$/;

/**
 * Whether a text looks like a complete mail address, phone number or id, which few rows share. A number with few
 * different digits may be the beginning of many ids.
 */
export const isWholeValue = (sought: string): boolean => {
  const text = sought.trim();
  return mailAddress.test(text) || (longNumber.test(text) && new Set(text).size >= 5);
};
