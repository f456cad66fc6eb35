import { createHash } from 'node:crypto';
import { storableText } from '#server/lib/storableText.ts';

/** What `search_grams` cuts a text into. */
const gramLength = 4;
/** The entry of all rows whose text may go on. */
const longText = '\u0002';
const digitRarity = 8;
const jointRarity = 16;
const repeatPenalty = 12;
const markRarity = 6;
const otherScriptRarity = 16;
/** Letters of names and addresses in European languages, the most common one first. */
const letters = 'eainrstolmdhcugbpkfvwyzjxq';

const isDigit = (character: string): boolean => character >= '0' && character <= '9';
const isLetter = (character: string): boolean => letters.includes(character);
const isWord = (character: string): boolean => isDigit(character) || isLetter(character);

/** The larger, the fewer texts are likely to have this character. */
const rarityOf = (character: string): number => {
  if (isDigit(character)) return digitRarity;
  if (isLetter(character)) return letters.indexOf(character) / 2;
  return character < '\u0080' ? markRarity : otherScriptRarity;
};

/** Two words in one part, as in `n sa` and `n207`: few texts have both, one behind the other. */
const joinsWords = (left: string, middle: string, right: string): boolean =>
  (isDigit(left) && isLetter(middle)) ||
  (isLetter(left) && isDigit(middle)) ||
  (isWord(left) && !isWord(middle) && isWord(right));

/** A part that rules out many rows makes a search quick. Only an estimate: no hit depends on it. */
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

const overlapPenalty = 2;

/** Mail services are shared by many: of an address, the part before them tells more. */
const hostPenalty = 20;

const bestFirst = (grams: Gram[]): Gram[] =>
  // Of equals the last one: numbers of a kind begin alike.
  grams.toSorted((left, right) => right.score - left.score || right.start - left.start);

/** Two parts that are likely to be rare: a third would cost more than it rules out. */
const chooseGrams = (characters: readonly string[]): string[] => {
  const at = characters.indexOf('@');
  const grams = cut(characters, gramLength).map((gram) =>
    at >= 3 && gram.start + gramLength > at + 1 ? { ...gram, score: gram.score - hostPenalty } : gram,
  );
  const [best] = bestFirst(grams);
  if (!best) return [];
  // What both have in common rules out the same rows.
  const others = grams.flatMap((gram) => {
    const shared = Math.max(0, gramLength - Math.abs(gram.start - best.start));
    return gram === best ? [] : [{ ...gram, score: gram.score - overlapPenalty * shared ** 2 }];
  });
  // To read the entries of a part that most rows have costs more than it rules out.
  const [second] = bestFirst(others.filter(({ score }) => score > best.score / 3));
  return [best.text, ...(second ? [second.text] : [])];
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
  // Each character begins a part, so less than a part is the beginning of one.
  const [beginning] = [3, 2].flatMap((length) => bestFirst(cut(characters, length)));
  if (grams.length === 0 && beginning) grams.push(`${lexeme(beginning.text)}:*`);
  return grams.length === 0 ? null : `${grams.join(' & ')} | ${lexeme(longText)}`;
};

const mailAddress = /^[^\s@]{3,}@[^\s@]+\.[^\s@]{2,}$/;
const longNumber = /^\+?\d{10,}$/;

/**
 * Whether a text looks like a whole mail address, phone number or id, which few rows have. A number of few different digits may be the
 * beginning of many ids.
 */
export const isWholeValue = (sought: string): boolean => {
  const text = sought.trim();
  return mailAddress.test(text) || (longNumber.test(text) && new Set(text).size >= 5);
};
