import type { FindingEnd, FindingSampleUnit, FindingSeriesKind } from '#shared/findings.ts';
import type { Cause, Finding } from './Finding.ts';

/** `value` is null on a day that is missing, `low` and `high` where nothing was expected. */
export type SeriesDay = { day: string; value: number | null; low: number | null; high: number | null };

export type Evidence = {
  /** The range within which `after` would have been noise. */
  expected: { low: number; high: number };
  /** Days with figures on which the expectation rests. */
  baselineDays: number;
  sample: { unit: FindingSampleUnit; before: number; after: number };
  /** The probability of the detected change by chance. Null: no test was made. */
  chance: number | null;
};

/** A finding, and how it stands after the last run. */
export type Standing = {
  /** As detected. Its key is account, kind, entity and detectedOn. */
  finding: Finding;
  /** Null: the finding lasts. `on` is a day of the account. */
  ended: { on: string; why: Exclude<FindingEnd, 'gone'> } | null;
  /** By the figures as known now, up to the newest day or to the end. */
  change: Finding['change'];
  cause: Cause[];
  /** Units of the account's currency since the onset. Null: no price is known. */
  stake: number | null;
  evidence: Evidence;
  series: { kind: FindingSeriesKind; days: SeriesDay[] };
};
