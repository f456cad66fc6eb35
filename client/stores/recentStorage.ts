import { localStorageOf } from './localStorageOf.ts';

/** A lead, campaign or finding that a person has opened. */
export type RecentPlace = { label: string; path: string };

/** `owner`: the person and workspace, because nobody else may see the names. */
export type RecentState = { owner: string; places: readonly RecentPlace[] };

export const recentKey = 'persist:recent';
export const recentStorage = localStorageOf<RecentState>();

/** A logout removes the names of places. */
export const forgetPlaces = (): void => void recentStorage.removeItem(recentKey);
