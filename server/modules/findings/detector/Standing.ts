import type { FindingEnd, FindingSampleUnit, FindingSeriesKind } from '#shared/findings.ts';
import type { Cause, Finding } from './Finding.ts';

/** `value` is null on missing days. `low` and `high` are null where nothing was expected. */
export type SeriesDay = { day: string; value: number | null; low: number | null; high: number | null };

export type Evidence = {
  /** Values of `after` in this range would be noise. */
  expected: { low: number; high: number };
  /** Days with figures that the expectation is based on. */
  baselineDays: number;
  sample: { unit: FindingSampleUnit; before: number; after: number };
  /** The probability that the detected change is chance. Null: not tested. */
  chance: number | null;
};

/** A finding and its state after the last run. */
export type Standing = {
  /** The finding as detected. Its key is account, kind, entity and detectedOn. */
  finding: Finding;
  /** Null: the finding is still open. `on` is a day in the account's time zone. */
  ended: { on: string; why: Exclude<FindingEnd, 'gone'> } | null;
  /** Computed from the current figures, up to the newest day or the end. */
  change: Finding['change'];
  cause: Cause[];
  /** The amount at stake since the onset, in the account's currency. Null: no price is known. */
  stake: number | null;
  evidence: Evidence;
  series: { kind: FindingSeriesKind; days: SeriesDay[] };
};
