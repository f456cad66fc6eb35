import type { FindingDirection, FindingFactor, FindingKind } from '#shared/findings.ts';

/** `part` has the unit of the change. The parts of a finding add up to after minus before. */
export type Cause = { entity: string; factor: FindingFactor; part: number };

/** Days are in the account's time zone. `until` is included. */
export type Period = { since: string; until: string; value: number };

export type Finding = {
  kind: FindingKind;
  account: string;
  /** Id of the account, campaign, ad set, ad or form. */
  entity: string;
  /** The first day of the change. */
  day: string;
  /** The day of the run that detected the finding. */
  detectedOn: string;
  direction: FindingDirection;
  change: { unit: string; before: Period; after: Period };
  /** The largest contribution comes first. */
  cause: Cause[];
};

/** A kind that lacks history for an entity. `until`: the day with enough history, if no day is missing. */
export type Learning = { kind: FindingKind; account: string; entity: string; until: string };
