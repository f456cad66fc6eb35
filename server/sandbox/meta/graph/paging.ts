import { selectFields } from './fields.ts';
import type { GraphObject } from './fields.ts';
import { badParameter } from './GraphError.ts';

export type GraphPage<Item> = {
  data: Item[];
  paging?: { cursors: { before: string; after: string }; next?: string; previous?: string };
};

const defaultLimit = 25;
/** Larger limits are silently reduced, because Meta caps some edges without documentation. */
const maxLimit = 1000;

export const limitOf = (text: string | null): number => {
  if (text === null || text === '') return defaultLimit;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw badParameter('Param limit must be an integer greater than 0');
  return Math.min(Number(text), maxLimit);
};

const cursorEnd = 'ZDZD';

const cursorOf = (position: number): string => Buffer.from(`${position}`).toString('base64url') + cursorEnd;

const positionOf = (cursor: string): number => {
  const text = cursor.endsWith(cursorEnd)
    ? Buffer.from(cursor.slice(0, -cursorEnd.length), 'base64url').toString('utf8')
    : '';
  if (!/^\d{1,9}$/.test(text)) throw badParameter('Invalid paging cursor');
  return Number(text);
};

const addressOf = (request: URL, direction: 'after' | 'before', cursor: string): string => {
  const address = new URL(request);
  address.searchParams.delete('after');
  address.searchParams.delete('before');
  address.searchParams.set(direction, cursor);
  return address.href;
};

/**
 * A page of a list by `limit`, `after` and `before`.
 * Meta: only a missing `next` marks the end of the list. The last page has `cursors.after` too, and `next` repeats the whole
 * request, including the access token.
 *
 * @param request the URL of this call with all its parameters
 */
export const pageOf = <Item>(items: readonly Item[], request: URL): GraphPage<Item> => {
  const limit = limitOf(request.searchParams.get('limit'));
  const after = request.searchParams.get('after');
  const before = request.searchParams.get('before');

  let start = 0;
  let end = limit;
  if (after) {
    start = positionOf(after) + 1;
    end = start + limit;
  } else if (before) {
    end = positionOf(before);
    start = Math.max(0, end - limit);
  }
  const data = items.slice(start, end);
  if (data.length === 0) return { data };

  const cursors = { before: cursorOf(start), after: cursorOf(start + data.length - 1) };
  return {
    data,
    paging: {
      cursors,
      next: end < items.length ? addressOf(request, 'after', cursors.after) : undefined,
      previous: start > 0 ? addressOf(request, 'before', cursors.before) : undefined,
    },
  };
};

/** A page of objects with the requested fields. */
export const selectPage = <Item>(
  items: readonly Item[],
  request: URL,
  { type, defaults }: { type: string; defaults: readonly string[] },
  describe: (item: Item) => GraphObject,
): GraphPage<GraphObject> => {
  const page = pageOf(items, request);
  const data = page.data.map((item) => selectFields(describe(item), type, request.searchParams, defaults));
  return { ...page, data };
};
