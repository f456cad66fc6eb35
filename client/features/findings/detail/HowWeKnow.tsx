import type { ReactNode } from 'react';
import { countOf } from '#client/lib/countOf.ts';
import { formatDay, formatInteger } from '#client/lib/format.ts';
import type { FindingDetail } from '#shared/contracts/findings.ts';
import { formatValue, sampleNames, unitOf } from '../words.ts';

/** Smaller chances are shown as this number. */
const rarest = 1_000_000;

/** `about 1 in 2,500`. */
const describeChance = (chance: number): string => {
  const odds = chance > 0 ? 1 / chance : Number.POSITIVE_INFINITY;
  if (odds > rarest) return `less than 1 in ${formatInteger(rarest)}`;
  return `about 1 in ${formatInteger(Number(Math.max(1, odds).toPrecision(2)))}`;
};

const Entry = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="contents">
    <dt className="text-muted">{term}</dt>
    <dd className="text-pretty">{children}</dd>
  </div>
);

/** The evidence behind a finding. */
export const HowWeKnow = ({ finding }: { finding: FindingDetail }) => {
  const { evidence, change, kind } = finding;
  const { expected, baselineDays, sample, chance } = evidence;
  const unit = sampleNames[sample.unit];
  return (
    <section>
      <h3 className="mb-2 text-[13px] font-semibold">How we know</h3>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-[13px]">
        <Entry term="Days used">
          {countOf(baselineDays, 'day')} with figures before, compared with {formatDay(change.after.since)} to{' '}
          {formatDay(change.after.until)}
        </Entry>
        <Entry term="Expected">
          {formatValue(finding, expected.low)} to {formatValue(finding, expected.high)} {unitOf(kind)}. A value within
          this range would have been noise; it is {formatValue(finding, change.after.value)}.
        </Entry>
        <Entry term="Sample">
          {countOf(sample.before, unit)} before, {countOf(sample.after, unit)} since
        </Entry>
        {chance !== null && <Entry term="By chance">{describeChance(chance)} for a change of this size</Entry>}
      </dl>
    </section>
  );
};
