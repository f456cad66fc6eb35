import { findingKinds } from '#shared/findings.ts';
import type { BenchmarkOptions, Metric } from './Benchmark.ts';
import { generate } from './findings/generate.mjs';
import type { Profile, Shape } from './findings/generate.mjs';
import { profiles } from './findings/profiles.mjs';
import { isUnchangedByTheFuture, replay } from './findings/replay.ts';
import { measureScale } from './findings/scale.ts';
import { variants, variantShapes } from './findings/variants.mjs';
import { check, score } from './findings/score.mjs';

const seeds = ['1', '2', '3'];
const variantSeeds = ['11', '12'];

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Scores all profiles of a seed. For the first seed, also replays truncated input to check that no later day is used. */
const scoreSeed = (seed: string, chosen: readonly Profile[], shapes?: Readonly<Record<string, Shape>>) => {
  let isBlind = true;
  const sets = chosen.map((profile, index) => {
    const { lines, truths } = generate(profile, seed, shapes);
    const findings = replay(lines);
    if (index < 2) isBlind &&= isUnchangedByTheFuture(lines, findings);
    return {
      truth: truths,
      findings: check(findings, profile.name),
      lines: lines.map((line): unknown => JSON.parse(line)),
    };
  });
  return { ...score(sets), isBlind };
};

const spread = (name: string, values: readonly number[], unit: string, target?: Metric['target']): Metric => ({
  name: `findings.${name}`,
  value: mean(values),
  unit,
  range: { min: Math.min(...values), max: Math.max(...values) },
  target,
});

/** Replays generated accounts with planted events and scores the findings. Then measures time and memory with many campaigns. */
export const findings = async ({ isQuick }: BenchmarkOptions): Promise<Metric[]> => {
  // Runs first, because the scored accounts would burden the garbage collector.
  const scale = measureScale(isQuick ? 100 : 1000, 180);
  const chosen = isQuick ? Object.values(profiles).slice(0, 1) : Object.values(profiles);
  const results = (isQuick ? seeds.slice(0, 1) : seeds).map((seed) => scoreSeed(seed, chosen));
  const of = (pick: (result: (typeof results)[number]) => number) => results.map(pick);
  const others = isQuick ? [] : variantSeeds.map((seed) => scoreSeed(seed, Object.values(variants), variantShapes));
  return [
    spread(
      'f1',
      of(({ total }) => total.f1),
      'F1',
      { atLeast: 0.7 },
    ),
    spread(
      'precision',
      of(({ total }) => total.precision),
      'of said',
    ),
    spread(
      'recall',
      of(({ total }) => total.recall),
      'of planted',
    ),
    ...findingKinds.map((kind) =>
      spread(
        `f1.${kind}`,
        of(({ rows }) => rows.find(([name]) => name === kind)?.[1].f1 ?? Number.NaN),
        'F1',
      ),
    ),
    spread(
      'falseAlarms',
      of(({ alarmsPerMonth }) => alarmsPerMonth),
      'per account-month',
      { atMost: 0.3 },
    ),
    spread(
      'delay',
      of(({ total }) => total.delay),
      'days',
    ),
    spread(
      'causeFirst',
      of(({ total }) => total.causeFirst),
      'of hits',
      { atLeast: 0.95 },
    ),
    spread(
      'exact',
      of(({ total }) => total.exact),
      'of hits',
      { atLeast: 1 },
    ),
    spread(
      'true',
      of(({ figuresTrue }) => figuresTrue),
      'of stated costs',
      { atLeast: 1 },
    ),
    spread(
      'replay',
      of(({ isBlind }) => (isBlind ? 1 : 0)),
      'of seeds',
      { atLeast: 1 },
    ),
    ...(isQuick
      ? []
      : [
          spread(
            'variants.f1',
            others.map(({ total }) => total.f1),
            'F1',
          ),
          spread(
            'variants.falseAlarms',
            others.map(({ alarmsPerMonth }) => alarmsPerMonth),
            'per account-month',
          ),
          spread(
            'variants.causeFirst',
            others.map(({ total }) => total.causeFirst),
            'of hits',
          ),
        ]),
    { name: 'findings.time', value: scale.seconds, unit: 's', target: { atMost: 2 } },
    { name: 'findings.growth', value: scale.grownMb, unit: 'MB in 90 days', target: { atMost: 10 } },
  ];
};
