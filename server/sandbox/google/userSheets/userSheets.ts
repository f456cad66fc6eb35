import { sampleSheetId } from '#server/config/sampleSheet.ts';
import { sampleLeadRows } from './sampleLeadRows.ts';

export const sharing = ['public', 'service-account', 'private'] as const;

/** An additional tab. */
type UserTab = { gid: number; title: string; rows: string[][] };

/** A person's spreadsheet to import from. */
export type UserSheet = {
  id: string;
  /** Rows of the first tab (gid 0) as lists of text, starting with the header. */
  rows: string[][];
  shared: (typeof sharing)[number];
  tabs?: UserTab[] | undefined;
};

export type UserSheets = ReturnType<typeof createUserSheets>;

export const publicSheetId = sampleSheetId;
export const sharedSheetId = 'sandbox-leads-shared-0001';
export const privateSheetId = 'sandbox-leads-private-0001';

/**
 * The sheets to import from. Initially there are a public sheet with seven leads, a sheet shared only with the service
 * account, and a private sheet.
 */
export const createUserSheets = (seed: number, scale: number, today: string) => {
  const sheets = new Map<string, UserSheet>();
  const put = (sheet: UserSheet): void => {
    sheets.set(sheet.id, sheet);
  };
  const rows = sampleLeadRows(seed, 7 * scale, today);
  put({ id: publicSheetId, rows, shared: 'public' });
  put({ id: sharedSheetId, rows, shared: 'service-account' });
  put({ id: privateSheetId, rows, shared: 'private' });
  return {
    put,
    find: (id: string): UserSheet | undefined => sheets.get(id),
    list: (): UserSheet[] => [...sheets.values()],
  };
};

/** All tabs in order. */
export const tabsOf = (sheet: UserSheet): UserTab[] => [
  { gid: 0, title: 'Leads', rows: sheet.rows },
  ...(sheet.tabs ?? []),
];

/** The id that "Publish to web" assigns, which differs from the file's id. Public sheets are also published. */
export const publishedId = (id: string): string => `2PACX-${id}`;
