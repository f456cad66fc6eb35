import { textLimits } from '#shared/limits.ts';
import { isDay } from '#shared/lib/dateRange.ts';
import type { Day } from '#shared/lib/dateRange.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { Param } from './address.ts';

/** One of these texts. */
export const choice = <const Choice extends string, const Default extends Choice | null>(
  choices: readonly Choice[],
  preset: Default,
): Param<Choice | Default> => ({
  read: (text) => choices.find((each) => each === text) ?? preset,
  write: (chosen) => (chosen === preset ? '' : (chosen ?? '')),
});

const most = 100;

const listWhere = <Item extends string>(isItem: (text: string) => boolean): Param<readonly Item[]> => ({
  read: (text) => [...new Set(text.split(','))].filter((item): item is Item => isItem(item)).slice(0, most),
  write: (items) => items.join(),
});

/** Any of these texts. */
export const listOf = <const Item extends string>(items: readonly Item[]): Param<readonly Item[]> =>
  listWhere((text) => items.some((item) => item === text));

/** Any texts that match the pattern, such as ids. */
export const listOfAny = (pattern = /./): Param<readonly string[]> => listWhere((text) => pattern.test(text));

export const text = (maxLength: number = textLimits.search): Param<string> => ({
  read: (typed) => typed.slice(0, maxLength),
  write: (typed) => typed,
});

/** The id of an open item. */
export const openId = (isId: (id: string) => boolean): Param<string | null> => ({
  read: (id) => (isId(id) ? id : null),
  write: (id) => id ?? '',
});

/** An empty text means no day. */
export const day: Param<Day> = { read: (typed) => (isDay(typed) ? typed : ''), write: (chosen) => chosen };

export const pageNumber: Param<number> = {
  read: (typed) => (/^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : 1),
  write: (page) => (page === 1 ? '' : String(page)),
};

/** Page and search of a list. */
export const listParams = { page: pageNumber, search: text() };

export const order = choice(['asc', 'desc'], null);

/** Ad accounts by key. */
export const accounts = listOfAny(/^[a-z]+:[\w-]+$/);
export const accountKey = ({ platform, accountId }: { platform: PlatformId; accountId: string }): string =>
  `${platform}:${accountId}`;

export const ofMoment = <Value>(param: Param<Value>): Param<Value> => ({ ...param, scope: 'moment' });
export const ofPlace = <Value>(param: Param<Value>): Param<Value> => ({ ...param, scope: 'place' });
