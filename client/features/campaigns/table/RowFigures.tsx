import { cn } from '#client/lib/cn.ts';
import { formatMetric } from '#client/lib/formatMetric.ts';
import { adMetricFacts, shownAdMetric } from '#shared/campaigns.ts';
import type { AdSums } from '#shared/campaigns.ts';
import { describeChange } from './describeChange.ts';

const shownMetrics = ['spend', 'collectedLeads', 'costPerLead'] as const;
type ShownMetric = (typeof shownMetrics)[number];

const wordOf = (name: ShownMetric, value: number): string =>
  name === 'spend' ? 'spent' : name === 'costPerLead' ? 'per lead' : value === 1 ? 'lead' : 'leads';

type Figures = {
  sums: AdSums;
  /** Null without a comparison. */
  compared: AdSums | null;
};

type RowFiguresProps = Figures & {
  currency: string | null;
  /** What a cost per lead divides, if that is only a part. */
  costs?: Figures;
};

const figuresFor = (name: ShownMetric, { sums, compared, costs }: RowFiguresProps): Figures =>
  (name === 'costPerLead' && costs) || { sums, compared };

/** The figures of a row where there is no room for columns. */
export const RowFigures = (row: RowFiguresProps) => (
  <span className="flex min-w-0 items-baseline gap-x-2 overflow-hidden whitespace-nowrap tabular-nums">
    {shownMetrics.map((name) => {
      const value = shownAdMetric(figuresFor(name, row).sums, name);
      return (
        value !== null && (
          <span key={name}>
            <span className="font-medium">{formatMetric(adMetricFacts[name], value, row.currency)}</span>{' '}
            <span className="text-xs text-muted">{wordOf(name, value)}</span>
          </span>
        )
      );
    })}
  </span>
);

/** How the cost per lead has changed, or the spend of a row without such a cost. Nothing without a comparison. */
export const RowChange = (row: RowFiguresProps) => {
  const costs = figuresFor('costPerLead', row);
  const costChange = costs.compared && describeChange('costPerLead', costs.sums, costs.compared, row.currency);
  const change = costChange ?? (row.compared && describeChange('spend', row.sums, row.compared, row.currency));
  if (!change) return null;
  const word = costChange ? 'cost' : 'spend';
  return (
    <span
      title={`${word} ${change.long}`}
      className={cn(
        'ml-auto shrink-0 text-xs leading-4 font-normal tabular-nums',
        change.isBetter === undefined ? 'text-muted' : change.isBetter ? 'text-success' : 'text-danger',
      )}
    >
      {word} <span className="sr-only">{change.long}</span>
      <span aria-hidden="true">{change.brief}</span>
    </span>
  );
};
