import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { commaFormat } from '#client/lib/csv/writeCsv.ts';
import type { CsvFormat } from '#client/lib/csv/writeCsv.ts';
import { isRecord } from '#client/lib/isRecord.ts';
import { localStorageOf } from '#client/stores/localStorageOf.ts';

export const csvFormats = {
  comma: { title: 'Commas, 1234.56', format: commaFormat },
  semicolon: { title: 'Semicolons, 1234,56', format: { separator: ';', decimal: ',' } },
} as const satisfies Record<string, { title: string; format: CsvFormat }>;
type CsvFormatId = keyof typeof csvFormats;
export const csvFormatIds = ['comma', 'semicolon'] as const satisfies CsvFormatId[];

type Choice = { format: CsvFormatId | null };

const keepKnown = (stored: unknown): Choice => ({
  format: csvFormatIds.find((id) => isRecord(stored) && stored['format'] === id) ?? null,
});

const useCsvFormatStore = create<Choice>()(
  persist((): Choice => ({ format: null }), {
    name: 'persist:csv',
    storage: localStorageOf<Choice>(),
    merge: keepKnown,
    migrate: keepKnown,
  }),
);

/** Where numbers have a decimal comma, Excel separates cells by semicolons. */
export const csvFormatOf = (language: string): CsvFormatId =>
  new Intl.NumberFormat(language).format(1.5).includes(',') ? 'semicolon' : 'comma';

/** The person's choice, else the format of the browser's language. */
export const useCsvFormat = (): CsvFormatId =>
  useCsvFormatStore(({ format }) => format) ?? csvFormatOf(navigator.language);

export const chooseCsvFormat = (format: CsvFormatId): void => {
  useCsvFormatStore.setState({ format });
};
