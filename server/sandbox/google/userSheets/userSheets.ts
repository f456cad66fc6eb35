import { sampleLeadRows } from './sampleLeadRows.ts';

export const SHARING = ['public', 'service-account', 'private'] as const;

/** A spreadsheet that a person has made and shared in some way, to be imported from. */
export type UserSheet = {
  id: string;
  /** Lists of text, the header first. */
  rows: string[][];
  shared: (typeof SHARING)[number];
};

export type UserSheets = {
  put(sheet: UserSheet): void;
  find(id: string): UserSheet | undefined;
  list(): UserSheet[];
};

export const PUBLIC_SHEET_ID = 'sandbox-leads-public-0001';
export const PRIVATE_SHEET_ID = 'sandbox-leads-private-0001';

/** The sheets to import from; a public one with seven leads and a private one are there from the start. */
export function createUserSheets(seed: number, scale: number, today: string): UserSheets {
  const sheets = new Map<string, UserSheet>();
  const put = (sheet: UserSheet): void => {
    sheets.set(sheet.id, sheet);
  };
  const rows = sampleLeadRows(seed, 7 * scale, today);
  put({ id: PUBLIC_SHEET_ID, rows, shared: 'public' });
  put({ id: PRIVATE_SHEET_ID, rows, shared: 'private' });
  return { put, find: (id) => sheets.get(id), list: () => [...sheets.values()] };
}
