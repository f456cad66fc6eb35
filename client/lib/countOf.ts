import { formatInteger } from '#client/lib/format.ts';

/** `1 account`, `3 accounts`. */
export const countOf = (count: number, noun: string): string =>
  `${formatInteger(count)} ${noun}${count === 1 ? '' : 's'}`;
