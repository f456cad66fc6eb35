import { isCovered, readStated } from './numbers/readStated.ts';
import type { Stated } from './numbers/readStated.ts';

/** Characters of a summary. */
export const maxCharacters = 900;

/** What a text may repeat: names, and the numbers of the facts. */
export type Given = { names: ReadonlySet<string>; stated: Stated };

/**
 * Why a text is dropped: it is empty or too long, it holds more than plain words, it names no finding or something that was
 * not given as a name, or it states a number that was not given.
 */
export type TextFault = 'length' | 'markup' | 'name' | 'number';

const quoted = /["“”„«»]([^"“”„«»\n]*)["“”„«»]/g;
/** Other letters could imitate digits and words. Brackets, stars and the like are markup. */
const plainText = /^[A-Za-z\d .,;:!?'’()\-–—/%+&\p{Sc}]*$/u;
/** A host, an address or a link. */
const link = /[A-Za-z]\.[A-Za-z]|:\/\/|\bwww\b/;

/** Replaces the names of a text, which stand in quotes, by a mark between words. */
export const withoutNames = (text: string): string => text.replaceAll(quoted, ' ; ');

/** Checks what a language model wrote. @returns the text to show, or why none may be shown */
export const checkText = (answer: string, { names, stated }: Given): { text: string } | { fault: TextFault } => {
  const text = answer
    .normalize('NFKC')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(quoted, (_whole, name: string) => `“${name.trim()}”`);
  if (text === '' || text.length > maxCharacters) return { fault: 'length' };
  const said = [...text.matchAll(quoted)].map(([, name = '']) => name);
  if (said.length === 0 || !said.every((name) => names.has(name))) return { fault: 'name' };
  const rest = withoutNames(text);
  if (!plainText.test(rest) || link.test(rest)) return { fault: 'markup' };
  return isCovered(readStated(rest), stated) ? { text } : { fault: 'number' };
};
