import { randomBytes } from 'node:crypto';

/** The seed of a generated value: the sandbox's seed, then parts that identify the value. */
export type RandomPart = string | number;

/** A 32-bit hash of the parts, the same in every process. */
export const hash = (...parts: RandomPart[]): number => {
  let value = 0x811c9dc5;
  const text = parts.join('\u0000');
  // Loops by index, because an iterator would create a string for each of millions of characters.
  for (let index = 0; index < text.length; index += 1) {
    const codePoint = text.codePointAt(index) ?? 0;
    if (codePoint > 0xffff) index += 1;
    value = Math.imul(value ^ codePoint, 0x01000193);
  }
  // FNV alone leaves neighboring parts (day 1, day 2) with neighboring numbers; the finaliser of murmur3 spreads them.
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
};

/** A whole number from min to max, inclusive. */
export const integer = (min: number, max: number, ...parts: RandomPart[]): number =>
  min + (hash(...parts) % (max - min + 1));

/** A number from min to max with at most the given number of decimal places. */
export const decimal = (min: number, max: number, digits: number, ...parts: RandomPart[]): number =>
  Number((min + (hash(...parts) / 0xffffffff) * (max - min)).toFixed(digits));

/** An entry of a non-empty list. */
export const pick = <Item>(list: readonly Item[], ...parts: RandomPart[]): Item => {
  const item = list[hash(...parts) % list.length];
  if (item === undefined) throw new RangeError('pick() needs a list with entries');
  return item;
};

/** A new secret with a prefix, for codes and tokens, from the system's random source. */
export const secretToken = (prefix: string): string => prefix + randomBytes(32).toString('base64url');
