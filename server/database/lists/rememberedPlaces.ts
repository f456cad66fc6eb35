/** The first row of a page in an order of the list, and the version of the list in which the page begins there. */
export type RememberedPlace<Row> = { version: string; row: Row };

const mostPlaces = 10_000;

/**
 * Where the pages of long lists begin, so that a later page need not count the rows before it. A place holds for one
 * version of its list: the statement that reads from the place returns the version too, and the caller compares them.
 */
export const createPlaces = <Row>() => {
  const places = new Map<string, RememberedPlace<Row>>();
  const keyOf = (list: string, offset: number): string => `${list}:${offset}`;
  return {
    find: (list: string, offset: number): RememberedPlace<Row> | null => places.get(keyOf(list, offset)) ?? null,
    remember: (list: string, offset: number, place: RememberedPlace<Row>): void => {
      const key = keyOf(list, offset);
      // The oldest one comes first in a map.
      places.delete(key);
      places.set(key, place);
      const [oldest] = places.size > mostPlaces ? places.keys() : [];
      if (oldest !== undefined) places.delete(oldest);
    },
  };
};
