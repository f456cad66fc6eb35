import { useMemo } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { isRecord } from '#client/lib/isRecord.ts';
import { localStorageOf } from './localStorageOf.ts';

/** What the choice of columns has to know of a column. */
type ChosenColumn = {
  key: string;
  /** Not shown until somebody asks for it. */
  isHiddenAtFirst?: boolean;
};

type ColumnsState = {
  /** Keys of the columns put away, per table; a table without an entry shows what it shows at first. */
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

/** Which columns this browser hides in which table, kept in local storage. */
export const useColumnsStore = create<ColumnsState>()(
  persist((): ColumnsState => ({ hidden: {} }), {
    name: 'persist:columns',
    storage: localStorageOf<ColumnsState>(),
    merge: keepTexts,
    migrate: keepTexts,
  }),
);

// The choice of the one table that had it first is not taken over.
useColumnsStore.persist.getOptions().storage?.removeItem('persist:customLeadColumns');

const hiddenAtFirst = (columns: readonly ChosenColumn[]): readonly string[] =>
  columns.filter(({ isHiddenAtFirst }) => isHiddenAtFirst === true).map(({ key }) => key);

/** The columns that a table shows, in their order; never none. */
export const useShownColumns = <Column extends ChosenColumn>(
  table: string,
  columns: readonly Column[],
): readonly Column[] => {
  const hidden = useColumnsStore((state) => state.hidden[table]);
  return useMemo(() => {
    const without = (keys: readonly string[]) => columns.filter(({ key }) => !keys.includes(key));
    const chosen = without(hidden ?? hiddenAtFirst(columns));
    return chosen.length > 0 ? chosen : without(hiddenAtFirst(columns));
  }, [hidden, columns]);
};

/** Hides a column that is shown, and shows one that is hidden. */
export const toggleColumn = (table: string, columns: readonly ChosenColumn[], key: string): void => {
  useColumnsStore.setState(({ hidden }) => {
    const keys = hidden[table] ?? hiddenAtFirst(columns);
    const next = keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key];
    return { hidden: { ...hidden, [table]: next } };
  });
};

/** Back to what the table shows at first. */
export const resetColumns = (table: string): void => {
  useColumnsStore.setState(({ hidden: { [table]: _choice, ...hidden } }) => ({ hidden }));
};
