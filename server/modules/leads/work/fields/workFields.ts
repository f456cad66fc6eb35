import type { leadEntryKinds } from '#shared/contracts/leadWork.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';
import { messages } from '#shared/messages.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { leadWork } from '#server/database/schema.ts';
import type { Work } from '#server/database/schema/leadWork.ts';
import { textArray } from '#server/database/textArray.ts';

/*
 * The only rules for changes to the work on a lead. Single changes, bulk actions, step moves and merges build their SQL
 * from these fields; undos and separations use the fields to restore work. A missing column or field does not compile.
 */

export type WorkRow = typeof leadWork.$inferSelect;
export type WorkField = keyof Work;

/** The columns of the work itself, without the key, the version and the merge. */
export type WorkColumn = Exclude<keyof WorkRow, 'workspaceId' | 'list' | 'leadId' | 'version' | 'mergedInto'>;

export const fieldOf = {
  statusId: 'status',
  assigneeId: 'assignee',
  tags: 'tags',
  amount: 'value',
  currency: 'value',
  respondedAt: 'respondedAt',
  activeAt: 'activeAt',
} as const satisfies Record<WorkColumn, WorkField>;

type ColumnOf<Field extends WorkField> = {
  [Column in WorkColumn]: (typeof fieldOf)[Column] extends Field ? Column : never;
}[WorkColumn];

/** The new value of each field in a change. */
type Given = {
  status: string;
  assignee: string | null;
  /** Existing tags stay in front, in their order. */
  tags: { all: readonly string[] } | { add: readonly string[]; remove: readonly string[] };
  value: Work['value'];
  /** A response by a note, by a new status, or taken over from a merged lead. Null: there was none. */
  respondedAt: { at: Date; by: 'note' | 'status' | 'merge' } | null;
  activeAt: Date;
};
export type WorkChange = { [Field in WorkField]?: Given[Field] | undefined };

/** The steps and members that work can refer to. */
export type Known = { ladder: readonly LeadStatus[]; members: readonly Named[] };
type Named = { id: string; name: string };

/** A column of a work row in a statement. `arrived` is the step that the lead arrived with. */
export type Row = (column: WorkColumn | 'arrived') => SQL;

type EntryRule = {
  text: (row: Row, known: Known) => SQL;
  /** The expression to compare, if not the columns of the field. */
  compared?: (row: Row) => SQL;
};

export type NameRule = {
  of: (known: Known) => readonly Named[];
  unknown: string;
  /** For an unknown id, a separation keeps the present value and an undo skips the lead. Else the field is cleared. */
  keepsPresent: boolean;
};

type FieldRule<Field extends WorkField> = {
  /** The columns after a change; null when the field does not change. */
  next: (change: WorkChange, own: Row, known: Known) => { [Column in ColumnOf<Field>]: SQL } | null;
  /** How an entry of this kind shows the field; null for a field without entries. */
  entry: Field extends (typeof leadEntryKinds)[number] ? EntryRule : null;
  /** The rule for a field with an id. */
  names: NameRule | null;
};

/** A value with the type of its column. */
export const typed = <Column extends WorkColumn>(column: Column, given: WorkRow[Column]): SQL =>
  sql`${sql.param(given, leadWork[column])}::${sql.raw(leadWork[column].getSQLType())}`;

const nameOf = (known: readonly Named[], id: SQL): SQL =>
  sql`${JSON.stringify(Object.fromEntries(known.map((each) => [each.id, each.name])))}::jsonb->>${id}`;

const shownStep = (row: Row): SQL => sql`coalesce(${row('statusId')}, ${row('arrived')})`;

export const isWon = (ladder: readonly LeadStatus[], statusId: string): boolean =>
  ladder.find(({ id }) => id === statusId)?.meaning === 'won';

export const workFields: { readonly [Field in WorkField]: FieldRule<Field> } = {
  status: {
    next: ({ status }) => (status === undefined ? null : { statusId: typed('statusId', status) }),
    entry: { text: (row, { ladder }) => nameOf(ladder, shownStep(row)), compared: shownStep },
    names: { of: ({ ladder }) => ladder, unknown: messages.leadWork.unknownStatus, keepsPresent: true },
  },
  assignee: {
    next: ({ assignee }) => (assignee === undefined ? null : { assigneeId: typed('assigneeId', assignee) }),
    entry: { text: (row, { members }) => nameOf(members, row('assigneeId')) },
    names: { of: ({ members }) => members, unknown: messages.leadWork.unknownAssignee, keepsPresent: false },
  },
  tags: {
    next: ({ tags }, own) => {
      if (!tags) return null;
      if ('all' in tags) return { tags: textArray(tags.all) };
      return {
        tags: sql`array(
          select tag from unnest(${own('tags')}) with ordinality as own(tag, place) where tag <> all (${textArray(tags.remove)})
          union all
          select tag from unnest(${textArray(tags.add)}) with ordinality as added(tag, place) where tag <> all (${own('tags')}))`,
      };
    },
    entry: { text: (row) => sql`nullif(array_to_string(${row('tags')}, ', '), '')` },
    names: null,
  },
  value: {
    next: ({ status, value: given }, _own, { ladder }) => {
      // Only a won lead has a value.
      const isLost = status !== undefined && !isWon(ladder, status);
      if (given === undefined && !isLost) return null;
      return { amount: typed('amount', given?.amount ?? null), currency: typed('currency', given?.currency ?? null) };
    },
    entry: { text: (row) => sql`trim_scale(${row('amount')}) || ' ' || ${row('currency')}` },
    names: null,
  },
  respondedAt: {
    next: ({ respondedAt, status }, own) => {
      if (respondedAt === undefined) return null;
      if (respondedAt === null) return { respondedAt: typed('respondedAt', null) };
      const at = typed('respondedAt', respondedAt.at);
      if (respondedAt.by === 'merge') return { respondedAt: sql`least(${own('respondedAt')}, ${at})` };
      const first = sql`coalesce(${own('respondedAt')}, ${at})`;
      if (respondedAt.by === 'note' || status === undefined) return { respondedAt: first };
      const isOther = sql`${shownStep(own)} <> ${status}`;
      return { respondedAt: sql`case when ${isOther} then ${first} else ${own('respondedAt')} end` };
    },
    entry: null,
    names: null,
  },
  activeAt: {
    next: ({ activeAt }) => (activeAt ? { activeAt: typed('activeAt', activeAt) } : null),
    entry: null,
    names: null,
  },
};

export const workColumns = Object.keys(fieldOf) as WorkColumn[];
export const workFieldNames = Object.keys(workFields) as WorkField[];

export const columnName = (column: WorkColumn): SQL => sql`${sql.identifier(leadWork[column].name)}`;

/** The work row with this alias. */
export const rowOf = (alias: string): Row => {
  const name = sql.identifier(alias);
  return (column) => sql`${name}.${column === 'arrived' ? sql`arrived` : columnName(column)}`;
};
