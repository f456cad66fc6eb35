import { readCountry } from './cells/readCountry.ts';
import type { CountryCode } from './cells/readCountry.ts';
import { phoneToE164 } from './cells/readPhone.ts';
import type { LeadReading } from './LeadReading.ts';
import { readTableRows, readTableSteps, readTableText } from './readLeadTable.ts';
import type { ReadingSteps, TableOptions } from './readLeadTable.ts';
import type { NormalizePhone } from './rows/readRows.ts';
import { decodeLeadFile } from './text/decodeLeadFile.ts';

export type LeadReadingOptions = Omit<TableOptions, 'normalizePhone'> & {
  /** Country of the workspace's phone numbers. */
  country: CountryCode | null;
};

/** Finds each country once: a file has few. Null for a text that is no known country. */
const rememberCountries = () => {
  const known = new Map<string, CountryCode | null>();
  return (text: string): CountryCode | null => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const country = readCountry(text);
    known.set(text, country);
    return country;
  };
};

const phonesOf = (workspaceCountry: CountryCode | null): NormalizePhone => {
  const findCountry = rememberCountries();
  return (number, country) => phoneToE164(number, country === null ? workspaceCountry : findCountry(country));
};

/** Reads the rows of a sheet. Changes the rows: cells are cleaned in place, which saves a copy of a large table. */
export const readLeadRows = (rows: string[][], { country, ...options }: LeadReadingOptions): LeadReading =>
  readTableRows(rows, { ...options, normalizePhone: phonesOf(country) });

/** `readLeadRows` in steps. */
export const readLeadSteps = (rows: string[][], { country, ...options }: LeadReadingOptions): ReadingSteps =>
  readTableSteps(rows, { ...options, normalizePhone: phonesOf(country) });

/** Reads the bytes of a file. A file that is no table of text has no leads, and a remark that says why. */
export const readLeadFile = (bytes: Uint8Array, { country, ...options }: LeadReadingOptions): LeadReading =>
  readTableText(decodeLeadFile(bytes), { ...options, normalizePhone: phonesOf(country) });
