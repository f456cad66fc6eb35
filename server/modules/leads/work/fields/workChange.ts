import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { fieldOf, workColumns, workFieldNames, workFields } from './workFields.ts';
import type { Known, Row, WorkChange, WorkColumn, WorkField } from './workFields.ts';

type Next = { [Column in WorkColumn]?: SQL };

/** The columns that a change sets. */
export const columnsAfter = (change: WorkChange, own: Row, known: Known): Next => {
  let next: Next = {};
  for (const field of workFieldNames) next = { ...next, ...workFields[field].next(change, own, known) };
  return next;
};

export type FieldEntry = { field: WorkField; differs: SQL; before: SQL; after: SQL };

/** The entries of the fields that a change sets, in the order of the fields. */
export const entriesBetween = (next: Next, before: Row, after: Row, known: Known): FieldEntry[] =>
  workFieldNames.flatMap((field) => {
    const { entry } = workFields[field];
    const columns = workColumns.filter((column) => fieldOf[column] === field);
    if (!entry || !columns.some((column) => next[column])) return [];
    const compared = entry.compared ?? ((row: Row) => sql`(${sql.join(columns.map(row), sql`, `)})`);
    const differs = sql`${compared(before)} is distinct from ${compared(after)}`;
    return { field, differs, before: entry.text(before, known), after: entry.text(after, known) };
  });

export const anyOf = (conditions: readonly SQL[]): SQL => sql`(${sql.join([...conditions, sql`false`], sql` or `)})`;

/** Whether a field of the change differs. A value that is cleared by a new status does not count separately. */
export const differsIn = (change: WorkChange, entries: readonly FieldEntry[]): SQL =>
  anyOf(entries.filter(({ field }) => change[field] !== undefined).map(({ differs }) => differs));

/** All entry ids that a change with this id can have. */
export const entryIdsOf = (id: string): string[] => [
  id,
  ...workFieldNames.filter((field) => workFields[field].entry).map((field) => `${id}.${field}`),
];

/** A change that a person makes now. A note or a new status is a response to the lead. */
export const madeNow = (change: WorkChange, at: Date, hasNote = false): WorkChange & { activeAt: Date } => ({
  ...change,
  activeAt: at,
  ...(hasNote || change.status !== undefined ? { respondedAt: { at, by: hasNote ? 'note' : 'status' } } : {}),
});
