import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { Work } from '#server/database/schema/leadWork.ts';
import { textArray } from '#server/database/textArray.ts';
import { validationError } from '#server/lib/failures/errors.ts';
import { columnName, fieldOf, isWon, workColumns, workFieldNames, workFields } from './workFields.ts';
import type { Known, NameRule, Row, WorkChange, WorkColumn } from './workFields.ts';

const isNamed = ({ of }: NameRule, known: Known, id: unknown): boolean =>
  id === null || id === undefined || of(known).some((each) => each.id === id);

/** @throws AppError 400 for an unknown id */
export const requireKnown = (change: WorkChange, known: Known): void => {
  for (const field of workFieldNames) {
    const { names } = workFields[field];
    if (names && !isNamed(names, known, change[field])) throw validationError(names.unknown);
  }
};

/** The columns with ids, and the ids that exist. */
export const namedColumns = (known: Known): { column: WorkColumn; ids: string[]; keepsPresent: boolean }[] =>
  workColumns.flatMap((column) => {
    const { names } = workFields[fieldOf[column]];
    return names ? { column, ids: names.of(known).map(({ id }) => id), keepsPresent: names.keepsPresent } : [];
  });

export const allColumns: SQL = sql.join(workColumns.map(columnName), sql`, `);

/** All columns of an earlier row, with null for ids that no longer exist. */
export const restoredColumns = (former: Row, known: Known): SQL => {
  const named = namedColumns(known);
  const values = workColumns.map((column) => {
    const ids = named.find((each) => each.column === column)?.ids;
    return ids ? sql`case when ${former(column)} = any(${textArray(ids)}) then ${former(column)} end` : former(column);
  });
  return sql.join(values, sql`, `);
};

/** Earlier work without ids that no longer exist, and without the value unless the lead is won. */
export const stillKnown = (
  work: Work,
  { present, arrivedId, known }: { present: Work; arrivedId: string; known: Known },
): Work => {
  const kept = { ...work };
  for (const field of workFieldNames) {
    const { names } = workFields[field];
    if (names && !isNamed(names, known, work[field]))
      Object.assign(kept, { [field]: names.keepsPresent ? present[field] : null });
  }
  return { ...kept, value: isWon(known.ladder, kept.status ?? arrivedId) ? kept.value : null };
};
