import { useEffect } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { isRecord } from '#client/lib/isRecord.ts';
import { recentKey, recentStorage } from './recentStorage.ts';
import type { RecentPlace, RecentState } from './recentStorage.ts';
import { useUserId } from './userStore.ts';
import { useWorkspace } from './workspaceStore.ts';

const most = 7;

const isPlace = (value: unknown): value is RecentPlace =>
  isRecord(value) && typeof value['label'] === 'string' && typeof value['path'] === 'string';

const keepKnown = (stored: unknown): RecentState => ({
  owner: isRecord(stored) && typeof stored['owner'] === 'string' ? stored['owner'] : '',
  places: isRecord(stored) && Array.isArray(stored['places']) ? stored['places'].filter(isPlace).slice(0, most) : [],
});

/** The places opened last, the newest first, kept in local storage. */
const useRecentStore = create<RecentState>()(
  persist((): RecentState => ({ owner: '', places: [] }), {
    name: recentKey,
    storage: recentStorage,
    merge: keepKnown,
    migrate: keepKnown,
  }),
);

const none: readonly RecentPlace[] = [];

/** Null until the workspace is known. */
const useOwner = (): string | null => {
  const userId = useUserId();
  const workspace = useWorkspace();
  return workspace && `${userId} ${workspace.id}`;
};

export const useRecentPlaces = (): readonly RecentPlace[] => {
  const owner = useOwner();
  return useRecentStore((state) => (state.owner === owner ? state.places : none));
};

/** Remembers an opened place under a name. */
export const useRememberedPlace = (path: string, label = ''): void => {
  const owner = useOwner();
  useEffect(() => {
    if (label === '' || owner === null) return;
    useRecentStore.setState((state) => {
      const known = state.owner === owner ? state.places.filter((place) => place.path !== path) : [];
      return { owner, places: [{ label, path }, ...known].slice(0, most) };
    });
  }, [owner, path, label]);
};
