import { localStorageOf } from './localStorageOf.ts';

export type Drafts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Storage key of the unsaved texts, by place and field. */
export const draftsKey = 'drafts';
export const draftsStorage = localStorageOf<Drafts>();

/** A logout removes all drafts. */
export const forgetDrafts = (): void => void draftsStorage.removeItem(draftsKey);
