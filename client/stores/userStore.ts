import { isRecord } from '#client/lib/isRecord.ts';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { User } from '#shared/contracts/users.ts';
import { byPlatform, emptyAccountsByPlatform, platformIds } from '#shared/platforms.ts';
import type { AccountsByPlatform, PlatformId } from '#shared/platforms.ts';
import { localStorageOf } from './localStorageOf.ts';

const storageKey = 'persist:user';

const emptyUser = (): User => ({
  _id: '',
  name: '',
  email: '',
  role: '',
  token: '',
  ...byPlatform(() => false),
  defaultAccounts: emptyAccountsByPlatform(),
});

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const mergeDefaults = (current: AccountsByPlatform, changes: unknown): AccountsByPlatform => {
  if (!isRecord(changes)) return current;
  const next = { ...current };
  for (const platform of platformIds) {
    const ids = changes[platform];
    if (isTextList(ids)) next[platform] = ids;
  }
  return next;
};

/**
 * Applies supplied fields, including empty texts and lists. Ignores unknown names and wrong types: for the connection
 * flags, 'true', 1 and null change nothing.
 */
const merge = (current: User, changes: unknown): User => {
  if (!isRecord(changes)) return current;
  const next = { ...current };
  for (const key of ['_id', 'name', 'email', 'role', 'token'] as const) {
    const value = changes[key];
    if (typeof value === 'string') next[key] = value;
  }
  for (const platform of platformIds) {
    const flag = changes[platform];
    if (typeof flag === 'boolean') next[platform] = flag;
  }
  next.defaultAccounts = mergeDefaults(current.defaultAccounts, changes.defaultAccounts);
  return next;
};

/** The signed-in person, kept in local storage under `persist:user`. Signed out while `_id` is empty. */
export const useUserStore = create<User>()(
  persist(emptyUser, {
    name: storageKey,
    storage: localStorageOf<User>(),
    merge: (stored) => merge(emptyUser(), stored),
    // `merge` keeps the valid fields of any version.
    migrate: (stored) => merge(emptyUser(), stored),
  }),
);

// Writes the defaults on a first visit and replaces a damaged value before anything else runs.
if (useUserStore.persist.hasHydrated()) useUserStore.setState({});

const handleStorage = (event: StorageEvent): void => {
  if (event.key === storageKey || event.key === null) void useUserStore.persist.rehydrate();
};

/** Applies a sign-in or logout of one tab to all tabs. */
export const followOtherTabs = (): (() => void) => {
  window.addEventListener('storage', handleStorage);
  return () => window.removeEventListener('storage', handleStorage);
};

export const readUser = (): User => useUserStore.getState();

export const updateUser = (changes: unknown): void => {
  useUserStore.setState((current) => merge(current, changes));
};

/** Replaces all data of the previous person. */
export const signInUser = (answer: unknown): void => {
  useUserStore.setState(merge(emptyUser(), answer));
};

/**
 * Response of `update_profile`. Its `token` is empty and must not end the session, because only sign-in responses carry
 * a token. `_id` is ignored, so that a profile cannot become another person's.
 */
export const applyProfile = (answer: unknown): void => {
  if (!isRecord(answer)) return;
  const { token: _token, _id: _sameId, ...profile } = answer;
  updateUser(profile);
};

/** Signs out. The key stays in local storage with the defaults. */
export const resetUser = (): void => {
  useUserStore.setState(emptyUser());
};

export const useUserId = (): string => useUserStore((user) => user._id);
export const useHasConnection = (): boolean => useUserStore((user) => platformIds.some((platform) => user[platform]));
export const useIsConnected = (platform: PlatformId): boolean => useUserStore((user) => user[platform]);
