/** The kinds of findings. docs/FINDINGS.md explains each kind. */
export const findingKinds = [
  'spend-spike',
  'spend-to-zero',
  'leads-stopped',
  'cpl-shift',
  'lead-drought',
  'creative-decay',
  'pacing',
] as const;
export type FindingKind = (typeof findingKinds)[number];

export const findingKindNames: Readonly<Record<FindingKind, string>> = {
  'spend-spike': 'Spend spike',
  'spend-to-zero': 'Spend stopped',
  'leads-stopped': 'Leads stopped',
  'cpl-shift': 'Cost per conversion',
  'lead-drought': 'Silent form',
  'creative-decay': 'Worn ad',
  pacing: 'Budget pace',
};

export const findingDirections = ['up', 'down'] as const;
export type FindingDirection = (typeof findingDirections)[number];

/** Factors that change a value. `other`: the remainder. */
export const findingFactors = [
  'impressions',
  'cpm',
  'ctr',
  'cvr',
  'mix',
  'tracking',
  'form',
  'spend',
  'other',
] as const;
export type FindingFactor = (typeof findingFactors)[number];

export const findingLevels = ['account', 'campaign', 'adset', 'ad', 'form'] as const;
export type FindingLevel = (typeof findingLevels)[number];

/**
 * `over`: the value is back to normal. `corrected`: later metrics no longer show the finding. `normal`: the change has
 * lasted so long that it is the new normal. `month`: its month has ended. `gone`: its account is no longer read.
 */
export const findingEnds = ['over', 'corrected', 'normal', 'month', 'gone'] as const;
export type FindingEnd = (typeof findingEnds)[number];

/** A person's mark on a finding. `expected`: the same cause opens no new finding. */
export const findingMarks = ['seen', 'expected', 'fixed'] as const;
export type FindingMark = (typeof findingMarks)[number];

/** `per7Days`: each value covers the seven days up to its day. `monthSpend`: the sum since the first of the month. */
export const findingSeriesKinds = [
  'spend',
  'conversions',
  'leads',
  'costPer7Days',
  'yieldPer7Days',
  'monthSpend',
] as const;
export type FindingSeriesKind = (typeof findingSeriesKinds)[number];

/** The unit of a sample's counts. */
export const findingSampleUnits = ['days', 'clicks', 'conversions', 'leads'] as const;
export type FindingSampleUnit = (typeof findingSampleUnits)[number];
