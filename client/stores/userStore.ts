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
 * What is supplied counts, empty texts and lists included; what has the wrong type or an unknown name does not. The
 * connection flags take only real booleans: 'true', 1 and null change nothing.
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

/** The person who is signed in, kept in local storage under `persist:user`. Nobody is signed in while `_id` is empty. */
export const useUserStore = create<User>()(
  persist(emptyUser, {
    name: storageKey,
    storage: localStorageOf<User>(),
    merge: (stored) => merge(emptyUser(), stored),
    // Whatever version wrote the value, `merge` keeps what still fits.
    migrate: (stored) => merge(emptyUser(), stored),
  }),
);

// A first visitor's storage shows the defaults, and a damaged value is gone, before anything is done.
if (useUserStore.persist.hasHydrated()) useUserStore.setState({});

const handleStorage = (event: StorageEvent): void => {
  if (event.key === storageKey || event.key === null) void useUserStore.persist.rehydrate();
};

/** Signing in or out in one tab holds for all of them. */
export const followOtherTabs = (): (() => void) => {
  window.addEventListener('storage', handleStorage);
  return () => window.removeEventListener('storage', handleStorage);
};

export const readUser = (): User => useUserStore.getState();

/** Changes the supplied fields and leaves the others. */
export const updateUser = (changes: unknown): void => {
  useUserStore.setState((current) => merge(current, changes));
};

/** The answer of a sign-in: nothing of whoever was here before stays. */
export const signInUser = (answer: unknown): void => {
  useUserStore.setState(merge(emptyUser(), answer));
};

/**
 * The answer of `update_profile`. Its `token` is empty, since only sign-in answers carry one, and must not end the
 * session; nor can a profile become another person's.
 */
export const applyProfile = (answer: unknown): void => {
  if (!isRecord(answer)) return;
  const { token: _token, _id: _sameId, ...profile } = answer;
  updateUser(profile);
};

/** Back to nobody; the key in local storage stays, with the defaults. */
export const resetUser = (): void => {
  useUserStore.setState(emptyUser());
};

export const useUserId = (): string => useUserStore((user) => user._id);
export const useIsConnected = (platform: PlatformId): boolean => useUserStore((user) => user[platform]);
