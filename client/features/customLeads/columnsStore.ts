import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { localStorageOf } from '#client/stores/localStorageOf.ts';

type ColumnsState = {
  /** Keys of the columns that the person has put away. */
  hidden: readonly string[];
};

const keepTexts = (stored: unknown): ColumnsState => {
  const hidden: unknown = typeof stored === 'object' && stored !== null ? Reflect.get(stored, 'hidden') : null;
  return { hidden: Array.isArray(hidden) ? hidden.filter((key) => typeof key === 'string') : [] };
};

/** Which columns of the custom leads this browser hides, kept in local storage; all are shown at first. */
export const useColumnsStore = create<ColumnsState>()(
  persist((): ColumnsState => ({ hidden: [] }), {
    name: 'persist:customLeadColumns',
    storage: localStorageOf<ColumnsState>(),
    merge: keepTexts,
    migrate: keepTexts,
  }),
);

export const showAllColumns = (): void => {
  useColumnsStore.setState({ hidden: [] });
};

export const toggleColumn = (key: string): void => {
  useColumnsStore.setState(({ hidden }) => ({
    hidden: hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key],
  }));
};
