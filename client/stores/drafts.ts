import { useState } from 'react';
import { isRecord } from '#client/lib/isRecord.ts';
import { draftsKey, draftsStorage } from './draftsStorage.ts';
import type { Drafts } from './draftsStorage.ts';
import { useUserId } from './userStore.ts';
import { useWorkspace } from './workspaceStore.ts';

/*
 * What a person has typed and not saved yet, by place. It survives a closed panel, a colleague's change and a reload, and ends
 * with the save or the logout. Passwords and codes are never kept.
 */

type Texts = Readonly<Record<string, string>>;

/** More drafts would fill the browser's storage over the years. The oldest drafts are removed first. */
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

/** Keeps a draft, and no draft of another person. */
const writeDraft = (owner: string, key: string, draft: Texts): void => {
  const others = Object.entries(readDrafts()).filter(([name]) => name !== key && name.startsWith(`${owner} `));
  const all = Object.keys(draft).length === 0 ? others : [...others, [key, draft] as const];
  void draftsStorage.setItem(draftsKey, { state: Object.fromEntries(all.slice(-mostDrafts)), version: 0 });
};

export type DraftFields<Name extends string> = {
  /** Typed texts; where nothing was typed, the saved ones. */
  texts: Readonly<Record<Name, string>>;
  type: (name: Name, text: string) => void;
  /** After these texts were saved. What was typed since stays. */
  clear: (sent?: Readonly<Partial<Record<Name, string>>>) => void;
};

/**
 * The texts of a form that is not saved yet.
 * @param place names the form, and what it is about, such as `lead facebook:1`
 * @param saved what the fields show until somebody types
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

/** The same for one text. @returns the text, how to change it, and `clear` */
export const useDraft = (
  place: string,
  saved = '',
): [text: string, type: (text: string) => void, clear: (sent?: string) => void] => {
  const { texts, type, clear } = useDraftFields(place, { text: saved });
  return [texts.text, (text) => type('text', text), (sent) => clear(sent === undefined ? undefined : { text: sent })];
};

/**
 * The same for a form that is more than texts. @param read checks a stored draft, which an earlier version may have written
 * @returns the draft, null until somebody changes something
 */
export const useDraftValue = <Value>(
  place: string,
  read: (stored: unknown) => Value | null,
): [draft: Value | null, change: (draft: Value) => void, clear: () => void] => {
  const [text, type, clear] = useDraft(place);
  return [text === '' ? null : read(JSON.parse(text)), (draft) => type(JSON.stringify(draft)), () => clear()];
};
