/** Minimum time for which a use counts against its owner. */
const windowMs = 60_000;

/** Each owner's use in the last one to two minutes. Two maps, so that no owner is kept longer. */
export type RecentUse = { of(owner: string): number; add(owner: string, amount: number): void };

export const createRecentUse = (now: () => number): RecentUse => {
  let [current, previous] = [new Map<string, number>(), new Map<string, number>()];
  let startedAt = now();
  const renew = (): void => {
    const passedMs = now() - startedAt;
    if (passedMs < windowMs) return;
    previous = passedMs < 2 * windowMs ? current : new Map();
    current = new Map();
    startedAt = now();
  };
  return {
    of: (owner) => {
      renew();
      return (current.get(owner) ?? 0) + (previous.get(owner) ?? 0);
    },
    add: (owner, amount) => {
      renew();
      current.set(owner, (current.get(owner) ?? 0) + amount);
    },
  };
};

export type FairQueue<Item> = {
  readonly size: number;
  /** Waiting items of an owner. */
  sizeOf(owner: string): number;
  push(owner: string, item: Item): void;
  /** Takes the next item among the owners that `mayGo` allows. */
  take(mayGo?: (owner: string) => boolean): Item | undefined;
  /** Removes an item that no longer waits. */
  remove(owner: string, item: Item): void;
  /** All items in the order in which they would be taken, if each counts as a use of 1. */
  inOrder(): Item[];
};

/**
 * A queue in which owners take turns, however many items each has. The owner with the least recent use goes first; among
 * equals, the one that has waited longest for a turn. Items of one owner keep their order. The caller records the use.
 */
export const createFairQueue = <Item>(recent: Pick<RecentUse, 'of'>): FairQueue<Item> => {
  /** Ordered by last turn. No list is empty. */
  const waiting = new Map<string, Item[]>();

  const leastUsed = (owners: Iterable<string>): string | undefined => {
    let first: { owner: string; use: number } | undefined;
    for (const owner of owners) {
      const use = recent.of(owner);
      if (!first || use < first.use) first = { owner, use };
    }
    return first?.owner;
  };

  return {
    get size() {
      let size = 0;
      for (const items of waiting.values()) size += items.length;
      return size;
    },
    sizeOf: (owner) => waiting.get(owner)?.length ?? 0,
    push: (owner, item) => {
      const items = waiting.get(owner);
      if (items) items.push(item);
      else waiting.set(owner, [item]);
    },
    take: (mayGo = () => true) => {
      const owner = leastUsed([...waiting.keys()].filter(mayGo));
      if (owner === undefined) return undefined;
      const [item, ...rest] = waiting.get(owner) ?? [];
      waiting.delete(owner);
      if (rest.length > 0) waiting.set(owner, rest);
      return item;
    },
    remove: (owner, item) => {
      const rest = (waiting.get(owner) ?? []).filter((each) => each !== item);
      if (rest.length > 0) waiting.set(owner, rest);
      else waiting.delete(owner);
    },
    // On a tie, an owner who took more turns in this order has waited for less time.
    inOrder: () =>
      [...waiting]
        .flatMap(([owner, items], place) => {
          const use = recent.of(owner);
          return items.map((item, taken) => ({ item, use: use + taken, taken, place }));
        })
        .toSorted((a, b) => a.use - b.use || a.taken - b.taken || a.place - b.place)
        .map(({ item }) => item),
  };
};
