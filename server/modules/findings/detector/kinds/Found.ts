import type { FindingDirection, FindingKind } from '#shared/findings.ts';
import type { Account } from '../Account.ts';
import type { Cause } from '../Finding.ts';
import type { DayNumber } from '../days.ts';
import type { Node } from '../Node.ts';

/**
 * One run for one account. `read` is the day of the run, and `day` is the newest complete day. Leads are known up to the hour `end`,
 * counted in local hours since 1970.
 */
export type Run = { account: Account; read: DayNumber; day: DayNumber; end: number };

export type Span = { since: DayNumber; until: DayNumber; value: number };

/** The parts of `causes` add up to after minus before. */
export type Change = { before: Span; after: Span; causes: Cause[] };

/** A finding before serialization: days are numbers, and the entity is a node or a form. */
export type Found = Change & {
  kind: FindingKind;
  node: Node | null;
  form: string | null;
  onset: DayNumber;
  direction: FindingDirection;
  unit: string;
  /** The probability that a change of this size is chance. Null: not tested. */
  chance: number | null;
};
