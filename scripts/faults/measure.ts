/** The largest figure of several runs; 0 without any. */
export const worst = <T>(items: readonly T[], measure: (item: T) => number): number =>
  items.reduce((most, item) => Math.max(most, measure(item)), 0);

/** The value below which `share` of the values lie. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};
