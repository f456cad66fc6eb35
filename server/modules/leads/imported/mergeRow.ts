import { createHash } from 'node:crypto';
import type { LeadAnswer } from '#shared/contracts/leads.ts';
import type { CustomLeadKey } from '#shared/customLeadColumns.ts';
import { isErrorCell } from '#shared/leadFiles/cells/cellText.ts';
import { readId } from '#shared/leadFiles/cells/readId.ts';
import { readRowTime } from '#shared/lib/readRowTime.ts';
import type { CellHashes, LeadRecord } from '#server/database/schema/leads.ts';

export type RowContent = { record: LeadRecord; answers: readonly LeadAnswer[]; isTest: boolean };

export type KnownContent = RowContent & {
  /** Columns that a person has edited. */
  edited: readonly string[];
  /** The cells of the last run of this sheet; null: the row has no earlier run. */
  seen: CellHashes | null;
};

export type MergedRow = RowContent & {
  hasChanged: boolean;
  seen: CellHashes;
  /** Columns whose new value was not applied, because a person has edited them. */
  conflicts: string[];
};

/** Long enough that two values of a cell never share it. */
const hashCharacters = 12;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, hashCharacters);

/** The name of an answer among the cells of a row. No column begins with a question mark. */
const answerCell = (name: string): string => `?${name}`;

const instantOf = (text: string): number | undefined => readRowTime({ created_time: text, UNIX: '' })?.getTime();

/** Whether two texts of a column mean the same: a time in another notation, or an id with the prefix of its platform. */
const isSame = (key: CustomLeadKey, before: string, given: string): boolean => {
  if (before === given) return true;
  if (before === '') return false;
  if (key === 'id') return readId(before.trim()) === readId(given.trim());
  if (key !== 'created_time') return false;
  const instant = instantOf(given);
  return instant !== undefined && instant === instantOf(before);
};

/** An error of a spreadsheet program, or an id that identifies nobody. Neither replaces a value. */
const isDamaged = (key: CustomLeadKey, text: string): boolean =>
  key === 'id' ? readId(text.trim()) === null : isErrorCell(text.trim());

/** The cells of a row as a later run compares them. */
export const cellsOf = ({ record, answers }: RowContent): CellHashes => ({
  ...Object.fromEntries(Object.entries(record).map(([key, text]) => [key, hashOf(text)])),
  ...Object.fromEntries(answers.map(({ name, values }) => [answerCell(name), hashOf(values.join('\n'))])),
});

/**
 * Applies a row to its lead. A missing or empty cell changes nothing. A cell that has not changed since the last run of
 * its sheet is skipped, and a column that a person has edited is never overwritten.
 */
export const mergeRow = (known: KnownContent, given: RowContent): MergedRow => {
  const seen = cellsOf(given);
  const isApplied = (cell: string): boolean => known.seen?.[cell] !== seen[cell];
  const record = { ...known.record };
  const conflicts: string[] = [];
  let hasChanged = false;
  for (const [key, text] of Object.entries(given.record) as [CustomLeadKey, string][]) {
    const before = record[key] ?? '';
    if (!isApplied(key) || isSame(key, before, text) || (before !== '' && isDamaged(key, text))) continue;
    if (known.edited.includes(key)) {
      conflicts.push(key);
      continue;
    }
    record[key] = text;
    hasChanged = true;
  }
  const answers = [...known.answers];
  for (const answer of given.answers) {
    if (!isApplied(answerCell(answer.name))) continue;
    const index = answers.findIndex(({ name }) => name === answer.name);
    if (index >= 0 && answers[index]?.values.join('\n') === answer.values.join('\n')) continue;
    if (index < 0) answers.push(answer);
    else answers[index] = answer;
    hasChanged = true;
  }
  const isTest = known.isTest || given.isTest;
  if (isTest !== known.isTest) hasChanged = true;
  return { record, answers, isTest, hasChanged, seen: { ...known.seen, ...seen }, conflicts };
};
