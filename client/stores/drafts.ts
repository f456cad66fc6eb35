import { useState } from 'react';
import { isRecord } from '#client/lib/isRecord.ts';
import { draftsKey, draftsStorage } from './draftsStorage.ts';
import type { Drafts } from './draftsStorage.ts';
import { useUserId } from './userStore.ts';
import { useWorkspace } from './workspaceStore.ts';

/*
 * Typed but unsaved text, by place. A draft survives a closed panel, a colleague's change and a reload, and ends with
 * the save or the logout. Passwords and codes are never stored.
 */

type Texts = Readonly<Record<string, string>>;

/** Limits the storage that drafts use over the years. Drops the oldest drafts first. */
const mostDrafts = 50;

const readDrafts = (): Drafts => {
  const stored: unknown = (draftsStorage.getItem(draftsKey) as { state?: unknown } | null)?.state;
  return isRecord(stored) ? (stored as Drafts) : {};
};

const readDraft = (key: string): Texts => {
  const draft: unknown = readDrafts()[key];
  if (!isRecord(draft)) return {};
  return Object.fromEntries(
    Object.entries(draft).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
};

/** Stores a draft, and drops all drafts of other people. */
const writeDraft = (owner: string, key: string, draft: Texts): void => {
  const others = Object.entries(readDrafts()).filter(([name]) => name !== key && name.startsWith(`${owner} `));
  const all = Object.keys(draft).length === 0 ? others : [...others, [key, draft] as const];
  void draftsStorage.setItem(draftsKey, { state: Object.fromEntries(all.slice(-mostDrafts)), version: 0 });
};

export type DraftFields<Name extends string> = {
  /** The typed texts, or the saved text of an untouched field. */
  texts: Readonly<Record<Name, string>>;
  type: (name: Name, text: string) => void;
  /** Call it after these texts are saved. Text typed since then stays. */
  clear: (sent?: Readonly<Partial<Record<Name, string>>>) => void;
};

/**
 * The unsaved texts of a form.
 * @param place identifies the form and its subject, such as `lead facebook:1`
 * @param saved the texts that the fields show until somebody types
 */
export const useDraftFields = <Name extends string>(
  place: string,
  saved: Readonly<Record<Name, string>>,
): DraftFields<Name> => {
  const owner = useUserId();
  const workspace = useWorkspace();
  const key = `${owner} ${workspace?.id ?? ''} ${place}`;
  const [current, setCurrent] = useState(() => ({ key, draft: readDraft(key) }));
  const draft = current.key === key ? current.draft : readDraft(key);
  if (current.key !== key) setCurrent({ key, draft });
  const keep = (next: Texts): void => {
    setCurrent({ key, draft: next });
    writeDraft(owner, key, next);
  };
  return {
    texts: { ...saved, ...draft },
    type: (name, text) => {
      const { [name as string]: _former, ...others } = draft;
      keep(text === saved[name] ? others : { ...others, [name]: text });
    },
    clear: (sent) => {
      const typedSince = Object.entries(readDraft(key)).filter(
        ([name, text]) => sent !== undefined && (sent as Texts)[name] !== text,
      );
      keep(Object.fromEntries(typedSince));
    },
  };
};

/** Like `useDraftFields`, for a single text. @returns the text, its setter, and `clear` */
export const useDraft = (
  place: string,
  saved = '',
): [text: string, type: (text: string) => void, clear: (sent?: string) => void] => {
  const { texts, type, clear } = useDraftFields(place, { text: saved });
  return [texts.text, (text) => type('text', text), (sent) => clear(sent === undefined ? undefined : { text: sent })];
};

/**
 * Like `useDraftFields`, for a form with other values than texts.
 * @param read validates a stored draft, because an earlier version may have written it
 * @returns the draft, or null until the first change
 */
export const useDraftValue = <Value>(
  place: string,
  read: (stored: unknown) => Value | null,
): [draft: Value | null, change: (draft: Value) => void, clear: () => void] => {
  const [text, type, clear] = useDraft(place);
  return [text === '' ? null : read(JSON.parse(text)), (draft) => type(JSON.stringify(draft)), () => clear()];
};
