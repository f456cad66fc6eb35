/** What a figure should be. Ratios are told as "0.8 x": the subject's figure divided by the reference's. */
export type Target = { atLeast: number } | { atMost: number };

/** The lowest and the highest round: how much a figure wavers. */
export type Range = { min: number; max: number };

/** The name begins with that of its benchmark, e.g. `ssr.web.ratio`. A benchmark of several rounds gives the median. */
export type Figure = { name: string; value: number; unit: string; range?: Range; target?: Target };

/** `isQuick` asks for two rounds on little data: enough to see that a benchmark still works, and too little to judge by. */
export type BenchmarkOptions = { isQuick: boolean };

export type Benchmark = { name: string; run: (options: BenchmarkOptions) => Promise<Figure[]> };

/** @throws when a figure is none: JSON would make a null of it. */
export const requireNumbers = (figures: readonly Figure[]): void => {
  for (const { name, value, range } of figures)
    for (const number of [value, ...(range ? [range.min, range.max] : [])])
      if (!Number.isFinite(number)) throw new Error(`${name} is ${number}`);
};

export const isMet = ({ value, target }: Figure): boolean => {
  if (target === undefined) return true;
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
};
