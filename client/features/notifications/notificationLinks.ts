import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { isRecord } from '#client/lib/isRecord.ts';
import { localStorageOf } from '#client/stores/localStorageOf.ts';

/** Ids of the last notifications shown and read in this browser. */
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
 * Last shown and read notification per person, in local storage. A reopened browser continues after it. A new browser
 * shows no old notifications.
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

/** Null in a browser that has not shown this person any notification. */
export const readShownId = (userId: string): number | null => readPointers(userId)?.shown ?? null;

/** Reads the storage first, because another tab may have changed it. */
const write = (userId: string, change: (pointers: Pointers) => Pointers): void => {
  void usePointersStore.persist.rehydrate();
  usePointersStore.setState(({ people }) => ({
    people: { ...people, [userId]: change(people[userId] ?? { shown: 0, read: 0 }) },
  }));
};

/** Keeps the highest id of all tabs. Lowers it only after the server's ids went back. */
export const saveShownId = (userId: string, id: number, isSetBack = false): void =>
  write(userId, ({ shown, read }) => ({ shown: isSetBack ? id : Math.max(shown, id), read: isSetBack ? 0 : read }));

/** Marks read notifications as shown too, because the storage may have been cleared. */
export const saveReadId = (userId: string, id: number): void =>
  write(userId, ({ shown, read }) => ({ shown: Math.max(shown, id), read: Math.max(read, id) }));

/** Calls `onRead` when the person reads notifications in another tab. @returns a function that stops it */
export const followReadIds = (userId: string, onRead: (upTo: number) => void): (() => void) => {
  const handleStorage = ({ key }: StorageEvent): void => {
    if (key !== storageKey) return;
    void usePointersStore.persist.rehydrate();
    onRead(readPointers(userId)?.read ?? 0);
  };
  window.addEventListener('storage', handleStorage);
  return () => window.removeEventListener('storage', handleStorage);
};
