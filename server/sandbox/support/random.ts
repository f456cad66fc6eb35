import { randomBytes } from 'node:crypto';

/** The seed of a generated value: the sandbox's seed first, then whatever identifies the thing. */
export type RandomPart = string | number;

/** A 32-bit number that depends on the parts alone: the same parts give the same number in every process. */
export const hash = (...parts: RandomPart[]): number => {
  let value = 0x811c9dc5;
  const text = parts.join('\u0000');
  // By index: figures of years are made of millions of these characters, and an iterator makes a text of each.
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

/** A whole number from min to max, both included. */
export const integer = (min: number, max: number, ...parts: RandomPart[]): number =>
  min + (hash(...parts) % (max - min + 1));

/** A number from min to max with at most the given count of decimal places. */
export const decimal = (min: number, max: number, digits: number, ...parts: RandomPart[]): number =>
  Number((min + (hash(...parts) / 0xffffffff) * (max - min)).toFixed(digits));

/** One entry of a list, which must not be empty. */
export const pick = <Item>(list: readonly Item[], ...parts: RandomPart[]): Item => {
  const item = list[hash(...parts) % list.length];
  if (item === undefined) throw new RangeError('pick() needs a list with entries');
  return item;
};

/** A fresh secret behind the prefix (codes, access tokens): from the system's random source, never the same twice. */
export const secretToken = (prefix: string): string => prefix + randomBytes(32).toString('base64url');
