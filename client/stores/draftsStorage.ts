import { localStorageOf } from './localStorageOf.ts';

export type Drafts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Where the browser keeps what a person has typed and not saved, by place and field. */
export const draftsKey = 'drafts';
export const draftsStorage = localStorageOf<Drafts>();

/** A logout removes all drafts. */
export const forgetDrafts = (): void => void draftsStorage.removeItem(draftsKey);
