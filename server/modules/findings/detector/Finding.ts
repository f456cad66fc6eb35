import type { FindingDirection, FindingFactor, FindingKind } from '#shared/findings.ts';

/** `part` has the unit of the change. The parts of a finding sum to after minus before. */
export type Cause = { entity: string; factor: FindingFactor; part: number };

/** Days are the account's own; `until` is included. */
export type Period = { since: string; until: string; value: number };

export type Finding = {
  kind: FindingKind;
  account: string;
  /** Id of the account, campaign, ad set, ad or form. */
  entity: string;
  /** The day on which it began. */
  day: string;
  /** The run in which it was said. */
  detectedOn: string;
  direction: FindingDirection;
  change: { unit: string; before: Period; after: Period };
  /** What moved it most comes first. */
  cause: Cause[];
};

/** A kind that has too little history to say anything about an entity. `until`: when it will have enough, if no day is missing. */
export type Learning = { kind: FindingKind; account: string; entity: string; until: string };
