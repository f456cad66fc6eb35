import type { LeadField } from './headers/leadFields.ts';

/** What a column of a file or sheet becomes. */
export type ReadColumn = { header: string; becomes: LeadField | 'answer' | 'nothing' };

type TextField = Exclude<LeadField, 'firstName' | 'lastName' | 'createdTime' | 'isOrganic' | 'isTest'>;

/** A lead of a file or sheet. Texts are verbatim, without blanks around them. */
export type ReadLead = Record<TextField, string | null> & {
  /** Line of the file in which the lead begins, or row of the sheet. */
  row: number;
  /** Only with columns of their own. */
  firstName?: string | null;
  lastName?: string | null;
  phoneE164: string | null;
  /** ISO, in UTC. */
  createdTime: string | null;
  isOrganic: boolean | null;
  /** Sent by a platform's test tool. */
  isTest: boolean;
  /** Every other filled cell, by its header. */
  answers: Record<string, string>;
};

export type LeftOutReason =
  /** The header of the table again. */
  | 'header'
  /** A sum or count of the rows above. */
  | 'total'
  /** A title, caption or footer. */
  | 'caption'
  /** Only errors of a spreadsheet program. */
  | 'errors';

export type LeftOutRow = { row: number; reason: LeftOutReason; cells: string[] };

export type RemarkCode =
  | 'separator'
  | 'encoding'
  | 'byName'
  | 'quotes'
  | 'noHeader'
  | 'linesAbove'
  | 'sepLine'
  | 'sameHeader'
  | 'idsNobody'
  | 'sameId'
  | 'noIds'
  | 'unclearDates'
  | 'dateNumbers'
  | 'damagedPhones'
  | 'errorCells'
  | 'controlCharacters'
  | 'longValue'
  | 'unevenRows'
  | 'testLeads'
  | 'leftOut'
  | 'otherFormat'
  | 'notText';

/** A remark on the reading. `rows` are the first rows that it is about, `count` is how many there are. */
export type Remark = { code: RemarkCode; count?: number; rows?: number[]; columns?: string[] };

export type LeadReading = {
  /** Null for a sheet. */
  delimiter: string | null;
  encoding: string | null;
  headerLine: number | null;
  columns: ReadColumn[];
  remarks: Remark[];
  leads: ReadLead[];
  leftOut: LeftOutRow[];
};
