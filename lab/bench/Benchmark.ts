/** The goal of a metric. Ratios are printed as "0.8 x": the subject's value divided by the reference's. */
export type Target = { atLeast: number } | { atMost: number };

/** The lowest and the highest round. */
export type Range = { min: number; max: number };

/** The name starts with the benchmark's name, e.g. `ssr.web.ratio`. With several rounds, the value is their median. */
export type Metric = { name: string; value: number; unit: string; range?: Range; target?: Target };

/** `isQuick`: two rounds on little data, only to check that a benchmark still works. */
export type BenchmarkOptions = { isQuick: boolean };

export type Benchmark = { name: string; run: (options: BenchmarkOptions) => Promise<Metric[]> };

/** @throws if a value is not a finite number, which JSON would turn into null */
export const requireNumbers = (metrics: readonly Metric[]): void => {
  for (const { name, value, range } of metrics)
    for (const number of [value, ...(range ? [range.min, range.max] : [])])
      if (!Number.isFinite(number)) throw new Error(`${name} is ${number}`);
};

export const isMet = ({ value, target }: Metric): boolean => {
  if (target === undefined) return true;
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
};
