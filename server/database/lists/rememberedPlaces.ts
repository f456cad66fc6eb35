/** The first row of a page, and the list version for which this is true. */
export type RememberedPlace<Row> = { version: string; row: Row };

const mostPlaces = 10_000;

/**
 * Remembers where the pages of long lists begin, so that reading a later page need not count the rows before it. A
 * position is valid for one version of its list: the statement that reads from it also returns the version, and the
 * caller compares both.
 */
export const createPlaces = <Row>() => {
  const places = new Map<string, RememberedPlace<Row>>();
  const keyOf = (list: string, offset: number): string => `${list}:${offset}`;
  return {
    find: (list: string, offset: number): RememberedPlace<Row> | null => places.get(keyOf(list, offset)) ?? null,
    remember: (list: string, offset: number, place: RememberedPlace<Row>): void => {
      const key = keyOf(list, offset);
      // A map keeps insertion order, so the oldest entry is first.
      places.delete(key);
      places.set(key, place);
      const [oldest] = places.size > mostPlaces ? places.keys() : [];
      if (oldest !== undefined) places.delete(oldest);
    },
  };
};
