import { useMemo } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { isRecord } from '#client/lib/isRecord.ts';
import { localStorageOf } from './localStorageOf.ts';

type ChosenColumn = {
  key: string;
  /** Hidden by default. */
  isHiddenAtFirst?: boolean;
};

type ColumnsState = {
  /** Keys of the hidden columns per table. A table without an entry uses its defaults. */
  hidden: Readonly<Partial<Record<string, readonly string[]>>>;
};

const keepTexts = (stored: unknown): ColumnsState => {
  const hidden: Partial<Record<string, readonly string[]>> = {};
  if (!isRecord(stored) || !isRecord(stored['hidden'])) return { hidden };
  for (const [table, keys] of Object.entries(stored['hidden'])) {
    if (Array.isArray(keys)) hidden[table] = keys.filter((key) => typeof key === 'string');
  }
  return { hidden };
};

/** Hidden columns per table, kept in local storage. */
export const useColumnsStore = create<ColumnsState>()(
  persist((): ColumnsState => ({ hidden: {} }), {
    name: 'persist:columns',
    storage: localStorageOf<ColumnsState>(),
    merge: keepTexts,
    migrate: keepTexts,
  }),
);

/** The stored choice. Falls back to the defaults if it is missing or would hide every column. */
const hiddenOf = (choice: readonly string[] | undefined, columns: readonly ChosenColumn[]): readonly string[] =>
  choice && columns.some(({ key }) => !choice.includes(key))
    ? choice
    : columns.filter(({ isHiddenAtFirst }) => isHiddenAtFirst === true).map(({ key }) => key);

/** The visible columns in order, at least one. */
export const useShownColumns = <Column extends ChosenColumn>(
  table: string,
  columns: readonly Column[],
): readonly Column[] => {
  const choice = useColumnsStore((state) => state.hidden[table]);
  return useMemo(() => {
    const hidden = hiddenOf(choice, columns);
    return columns.filter(({ key }) => !hidden.includes(key));
  }, [choice, columns]);
};

export const toggleColumn = (table: string, columns: readonly ChosenColumn[], key: string): void => {
  useColumnsStore.setState(({ hidden }) => {
    const keys = hiddenOf(hidden[table], columns);
    const next = keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key];
    return { hidden: { ...hidden, [table]: next } };
  });
};

/** Restores the default columns. */
export const resetColumns = (table: string): void => {
  useColumnsStore.setState(({ hidden: { [table]: _choice, ...hidden } }) => ({ hidden }));
};
