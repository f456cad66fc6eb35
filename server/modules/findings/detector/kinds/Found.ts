import type { Account } from '../Account.ts';
import type { Cause, Direction, FindingKind } from '../Finding.ts';
import type { DayNumber } from '../days.ts';
import type { Node } from '../Node.ts';

/** One run for one account. `read` is the day of the run, `day` the newest complete day. */
export type Run = { account: Account; read: DayNumber; day: DayNumber };

export type Span = { since: DayNumber; until: DayNumber; value: number };

/** A finding before it is written: days are numbers, and the entity is a node or a form. */
export type Found = {
  kind: FindingKind;
  node: Node | null;
  form: string | null;
  onset: DayNumber;
  direction: Direction;
  unit: string;
  before: Span;
  after: Span;
  causes: Cause[];
};
