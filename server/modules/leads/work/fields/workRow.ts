import { isDeepStrictEqual } from 'node:util';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { Work } from '#server/database/schema/leadWork.ts';
import { columnName, typed, workColumns, workFieldNames } from './workFields.ts';
import type { WorkColumn, WorkRow } from './workFields.ts';

/** The work on an untouched lead. */
export const untouchedWork = (arrivedAt: Date): Work => ({
  status: null,
  assignee: null,
  tags: [],
  value: null,
  respondedAt: null,
  activeAt: arrivedAt.toISOString(),
});

/** Whether the lead is untouched, and so needs no work row. */
export const isUntouched = (work: Work, arrivedAt: Date): boolean => {
  const untouched = untouchedWork(arrivedAt);
  return workFieldNames.every((field) => isDeepStrictEqual(work[field], untouched[field]));
};

export const toWork = (row: WorkRow): Work => ({
  status: row.statusId,
  assignee: row.assigneeId,
  tags: row.tags,
  value: row.amount === null || row.currency === null ? null : { amount: row.amount, currency: row.currency },
  respondedAt: row.respondedAt?.toISOString() ?? null,
  activeAt: row.activeAt.toISOString(),
});

export const toColumns = (work: Work): Pick<WorkRow, WorkColumn> => ({
  statusId: work.status,
  assigneeId: work.assignee,
  tags: work.tags,
  amount: work.value?.amount ?? null,
  currency: work.value?.currency ?? null,
  respondedAt: work.respondedAt === null ? null : new Date(work.respondedAt),
  activeAt: new Date(work.activeAt),
});

/** The columns of work as a select list. */
export const valuesOf = (work: Work): SQL => {
  const row = toColumns(work);
  return sql.join(
    workColumns.map((column) => sql`${typed(column, row[column])} as ${columnName(column)}`),
    sql`, `,
  );
};
