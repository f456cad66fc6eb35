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

/** What was chosen, or what is hidden at first where nothing was, or where the choice would leave no column. */
const hiddenOf = (choice: readonly string[] | undefined, columns: readonly ChosenColumn[]): readonly string[] =>
  choice && columns.some(({ key }) => !choice.includes(key))
    ? choice
    : columns.filter(({ isHiddenAtFirst }) => isHiddenAtFirst === true).map(({ key }) => key);

/** The columns that a table shows, in their order; never none. */
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

/** Hides a column that is shown, and shows one that is hidden. */
export const toggleColumn = (table: string, columns: readonly ChosenColumn[], key: string): void => {
  useColumnsStore.setState(({ hidden }) => {
    const keys = hiddenOf(hidden[table], columns);
    const next = keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key];
    return { hidden: { ...hidden, [table]: next } };
  });
};

/** Back to what the table shows at first. */
export const resetColumns = (table: string): void => {
  useColumnsStore.setState(({ hidden: { [table]: _choice, ...hidden } }) => ({ hidden }));
};
