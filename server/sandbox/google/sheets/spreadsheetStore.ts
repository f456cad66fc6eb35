import type { SandboxClock } from '../../support/clock.ts';
import { secretToken } from '../../support/random.ts';
import { GoogleApiError } from '../apiError.ts';
import { addSheet } from './sheetProperties.ts';
import type { SheetProperties } from './sheetProperties.ts';
import { copySpreadsheet } from './spreadsheet.ts';
import type { Spreadsheet } from './spreadsheet.ts';

type NewSpreadsheet = {
  title: string;
  locale?: string;
  timeZone?: string;
  sheets?: readonly SheetProperties[];
  appProperties?: Record<string, string>;
};

/** The spreadsheets that the product created. All belong to the same sample person and client. */
export type SpreadsheetStore = ReturnType<typeof createSpreadsheetStore>;

export const createSpreadsheetStore = (clock: SandboxClock) => {
  const spreadsheets = new Map<string, Spreadsheet>();

  /** Throws Google's 404, also for other clients' files, which a `drive.file` token cannot access. */
  const requireSpreadsheet = (id: string): Spreadsheet => {
    const spreadsheet = spreadsheets.get(id);
    if (!spreadsheet) throw new GoogleApiError('NOT_FOUND', 'Requested entity was not found.');
    return spreadsheet;
  };

  return {
    create({
      title,
      locale = 'en_US',
      timeZone = 'Etc/UTC',
      sheets = [],
      appProperties = {},
    }: NewSpreadsheet): Spreadsheet {
      const spreadsheet: Spreadsheet = {
        id: secretToken('1').slice(0, 44),
        title,
        locale,
        timeZone,
        sheets: [],
        developerMetadata: [],
        appProperties: { ...appProperties },
        trashed: false,
        createdAt: new Date(clock.now()).toISOString(),
        writeCalls: 0,
      };
      for (const properties of sheets.length > 0 ? sheets : [{}]) addSheet(spreadsheet, properties);
      spreadsheets.set(spreadsheet.id, spreadsheet);
      return spreadsheet;
    },
    find: (id: string): Spreadsheet | undefined => spreadsheets.get(id),
    require: requireSpreadsheet,
    /** Oldest first. */
    list: (): Spreadsheet[] => [...spreadsheets.values()],
    /** Applies a change to a copy. Keeps the copy and counts one write call unless the change throws. */
    change<Result>(id: string, apply: (spreadsheet: Spreadsheet) => Result): Result {
      const copy = copySpreadsheet(requireSpreadsheet(id));
      const result = apply(copy);
      copy.writeCalls += 1;
      spreadsheets.set(id, copy);
      return result;
    },
    remove(id: string): void {
      spreadsheets.delete(id);
    },
  };
};

/** The URL for people, as in the API's `spreadsheetUrl` and Drive's `webViewLink`. */
export const spreadsheetAddress = (url: string, id: string): string => `${url}/spreadsheets/d/${id}/edit`;
