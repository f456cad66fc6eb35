import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { isRecord } from '#client/lib/isRecord.ts';
import { localStorageOf } from '#client/stores/localStorageOf.ts';

/** Ids of the last notifications that a person was shown and has read in this browser. */
type Pointers = { shown: number; read: number };
type PointersState = { people: Readonly<Partial<Record<string, Pointers>>> };

const storageKey = 'persist:notices';

const isId = (value: unknown): value is number => Number.isSafeInteger(value);

const keepIds = (stored: unknown): PointersState => {
  const people: Record<string, Pointers> = {};
  if (!isRecord(stored) || !isRecord(stored['people'])) return { people };
  for (const [userId, pointers] of Object.entries(stored['people'])) {
    if (!isRecord(pointers)) continue;
    const { shown, read } = pointers;
    if (isId(shown) && isId(read)) people[userId] = { shown, read };
  }
  return { people };
};

/**
 * Where each person stands in their notifications, kept in local storage: a browser that was closed goes on there, and one that
 * knows nothing shows nothing old.
 */
const usePointersStore = create<PointersState>()(
  persist((): PointersState => ({ people: {} }), {
    name: storageKey,
    storage: localStorageOf<PointersState>(),
    merge: keepIds,
    migrate: keepIds,
  }),
);

const readPointers = (userId: string): Pointers | undefined => usePointersStore.getState().people[userId];

/** Null in a browser that has shown this person nothing yet. */
export const readShownId = (userId: string): number | null => readPointers(userId)?.shown ?? null;

/** Another tab may have written since this one has read. */
const write = (userId: string, change: (pointers: Pointers) => Pointers): void => {
  void usePointersStore.persist.rehydrate();
  usePointersStore.setState(({ people }) => ({
    people: { ...people, [userId]: change(people[userId] ?? { shown: 0, read: 0 }) },
  }));
};

/** The tab that is the furthest counts for pages that are opened later; only a server that counts anew sets it back. */
export const saveShownId = (userId: string, id: number, isSetBack = false): void =>
  write(userId, ({ shown, read }) => ({ shown: isSetBack ? id : Math.max(shown, id), read: isSetBack ? 0 : read }));

/** Who has read one need not be shown it, should the storage have forgotten what was shown. */
export const saveReadId = (userId: string, id: number): void =>
  write(userId, ({ shown, read }) => ({ shown: Math.max(shown, id), read: Math.max(read, id) }));

/** Tells what a person reads in other tabs. @returns what ends it */
export const followReadIds = (userId: string, onRead: (upTo: number) => void): (() => void) => {
  const handleStorage = ({ key }: StorageEvent): void => {
    if (key !== storageKey) return;
    void usePointersStore.persist.rehydrate();
    onRead(readPointers(userId)?.read ?? 0);
  };
  window.addEventListener('storage', handleStorage);
  return () => window.removeEventListener('storage', handleStorage);
};
