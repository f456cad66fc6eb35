import { sampleSheetId } from '#server/config/sampleSheet.ts';
import { sampleLeadRows } from './sampleLeadRows.ts';

export const sharing = ['public', 'service-account', 'private'] as const;

/** A tab behind the first one. */
type UserTab = { gid: number; title: string; rows: string[][] };

/** A spreadsheet that a person has made and shared in some way, to be imported from. */
export type UserSheet = {
  id: string;
  /** Of the first tab, whose gid is 0: lists of text, the header first. */
  rows: string[][];
  shared: (typeof sharing)[number];
  tabs?: UserTab[] | undefined;
};

export type UserSheets = ReturnType<typeof createUserSheets>;

export const publicSheetId = sampleSheetId;
export const sharedSheetId = 'sandbox-leads-shared-0001';
export const privateSheetId = 'sandbox-leads-private-0001';

/**
 * The sheets to import from. From the start there are a public one with seven leads, one that is shared with the service
 * account only, and one that is shared with nobody.
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

/** All tabs in their order. */
export const tabsOf = (sheet: UserSheet): UserTab[] => [
  { gid: 0, title: 'Leads', rows: sheet.rows },
  ...(sheet.tabs ?? []),
];

/** The id that "Publish to web" gives a sheet, which differs from the id of the file. Public sheets are published too. */
export const publishedId = (id: string): string => `2PACX-${id}`;
