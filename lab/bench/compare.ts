import { median } from '#lab/faults/measure.ts';
import type { BenchmarkOptions, Metric, Range, Target } from './Benchmark.ts';

/** The values of one round by name, e.g. `{ rate: 5_000, p95: 12 }`. */
type Round<Name extends string> = Record<Name, number>;

type Measured = { median: number; range: Range };
export type Compared = { subject: Measured; reference: Measured; ratio: Measured };

type Comparison<Name extends string> = BenchmarkOptions & {
  subject: () => Promise<Round<Name>>;
  reference: () => Promise<Round<Name>>;
  /** At least five, unless a round is very slow. */
  rounds?: number;
};

const defaultRounds = 5;
const quickRounds = 2;

const measured = (values: readonly number[]): Measured => ({
  median: median(values),
  range: { min: Math.min(...values), max: Math.max(...values) },
});

const compareRounds = (subject: readonly number[], reference: readonly number[]): Compared => {
  const ratios = subject.map((value, round) => value / (reference[round] ?? Number.NaN));
  return {
    subject: measured(subject),
    reference: measured(reference),
    ratio: { ...measured(ratios), median: median(subject) / median(reference) },
  };
};

/**
 * Measures subject and reference in turns, after an uncounted warm-up of each. The order alternates, so that changes in
 * machine speed favor neither. The ratio compares the medians; its range comes from the rounds.
 */
export const compare = async <Name extends string>({
  isQuick,
  subject,
  reference,
  rounds = defaultRounds,
}: Comparison<Name>): Promise<{ of(name: Name): Compared }> => {
  const ofSubject: Round<Name>[] = [];
  const ofReference: Round<Name>[] = [];
  const measureSubject = async () => void ofSubject.push(await subject());
  const measureReference = async () => void ofReference.push(await reference());
  await subject();
  await reference();
  for (let round = 0; round < (isQuick ? quickRounds : rounds); round += 1)
    for (const measure of round % 2 === 0 ? [measureReference, measureSubject] : [measureSubject, measureReference])
      await measure();
  return {
    of: (name) =>
      compareRounds(
        ofSubject.map((round) => round[name]),
        ofReference.map((round) => round[name]),
      ),
  };
};

/** A comparison as three metrics. The target applies to the ratio. */
export const comparedMetrics = (
  { subject, reference, ratio }: Compared,
  names: readonly [subject: string, reference: string, ratio: string],
  unit: string,
  target?: Target,
): [subject: Metric, reference: Metric, ratio: Metric] => [
  { name: names[0], value: subject.median, unit, range: subject.range },
  { name: names[1], value: reference.median, unit, range: reference.range },
  { name: names[2], value: ratio.median, unit: 'x', range: ratio.range, target },
];
