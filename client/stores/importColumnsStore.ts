import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { isRecord } from '#client/lib/isRecord.ts';
import { localStorageOf } from './localStorageOf.ts';

/** The columns of a file, and what a person has chosen for some of them. */
type RememberedFile = { owner: string; columns: readonly string[]; choices: Readonly<Record<string, string>> };

type ImportColumnsState = { files: readonly RememberedFile[] };

/** Limits the storage that choices use over the years. Drops the oldest first. */
const mostFiles = 20;

const isTexts = (values: readonly unknown[]): boolean => values.every((value) => typeof value === 'string');

const isFile = (stored: unknown): stored is RememberedFile =>
  isRecord(stored) &&
  typeof stored['owner'] === 'string' &&
  Array.isArray(stored['columns']) &&
  isTexts(stored['columns']) &&
  isRecord(stored['choices']) &&
  isTexts(Object.values(stored['choices']));

const keepFiles = (stored: unknown): ImportColumnsState => {
  const files: unknown = isRecord(stored) ? stored['files'] : null;
  return { files: Array.isArray(files) ? files.filter(isFile) : [] };
};

/** Choices for the columns of imported files, kept in local storage. */
export const useImportColumnsStore = create<ImportColumnsState>()(
  persist((): ImportColumnsState => ({ files: [] }), {
    name: 'persist:importColumns',
    storage: localStorageOf<ImportColumnsState>(),
    merge: keepFiles,
    migrate: keepFiles,
  }),
);

/** Replaces what the person has chosen for files with these columns. */
export const rememberColumns = (file: RememberedFile): void => {
  useImportColumnsStore.setState(({ files }) => {
    const others = files.filter(
      ({ owner, columns }) => owner !== file.owner || JSON.stringify(columns) !== JSON.stringify(file.columns),
    );
    const all = Object.keys(file.choices).length === 0 ? others : [...others, file];
    return { files: all.slice(-mostFiles) };
  });
};
