import { Link } from 'react-router-dom';
import { NoValue } from '#client/components/values/NoValue.tsx';
import { LeftOutSpend } from '#client/components/values/LeftOutSpend.tsx';
import { addressOf } from '#client/lib/address/address.ts';
import { campaignsParams } from '#client/lib/address/campaignsAddress.ts';
import { writeRange } from '#client/lib/address/rangeAddress.ts';
import { cn } from '#client/lib/cn.ts';
import { formatInteger } from '#client/lib/format.ts';
import { formatMetric, formatMetricShort } from '#client/lib/formatMetric.ts';
import { adMetricFacts } from '#shared/campaigns.ts';
import type { Overview, OverviewTotals } from '#shared/contracts/overview.ts';
import { routes } from '#shared/routes.ts';
import { MetricChange } from './MetricChange.tsx';
import { currenciesOf, hasBefore } from './metrics.ts';
import type { Currency } from './metrics.ts';

type Sums = Omit<OverviewTotals['spend'][number], 'currency'>;

const noSums: Sums = {
  amount: 0,
  leadSpend: 0,
  conversions: 0,
  qualifiedLeads: 0,
  wonLeads: 0,
  wonAmount: 0,
  otherWonLeads: 0,
};

type Outcome = {
  id: 'qualifiedLeads' | 'costPerQualifiedLead' | 'wonAmount';
  better: 'more' | 'less';
  valueOf: (sums: Sums) => number | null;
};

const outcomes: readonly Outcome[] = [
  { id: 'qualifiedLeads', better: 'more', valueOf: ({ qualifiedLeads }) => qualifiedLeads },
  {
    id: 'costPerQualifiedLead',
    better: 'less',
    valueOf: ({ leadSpend, qualifiedLeads }) => (qualifiedLeads === 0 ? null : leadSpend / qualifiedLeads),
  },
  { id: 'wonAmount', better: 'more', valueOf: ({ wonAmount }) => wonAmount },
];

/** The sums in one currency. Counts include all currencies. */
const sumsOf = ({ spend }: OverviewTotals, id: Outcome['id'], currency: Currency): Sums =>
  id === 'qualifiedLeads'
    ? { ...noSums, qualifiedLeads: spend.reduce((sum, { qualifiedLeads }) => sum + qualifiedLeads, 0) }
    : (spend.find((entry) => entry.currency === currency) ?? noSums);

type LineProps = { outcome: Outcome; overview: Overview; currency: Currency; isOnly: boolean };

const Line = ({ outcome: { id, better, valueOf }, overview, currency, isOnly }: LineProps) => {
  const metric = { ...adMetricFacts[id], better };
  const sums = sumsOf(overview.totals.current, id, currency);
  const value = valueOf(sums);
  return (
    <span className={isOnly ? 'block' : 'flex flex-wrap items-baseline justify-between gap-x-1'}>
      <span className={cn('block font-semibold tabular-nums', isOnly ? 'text-2xl' : 'text-[15px]')}>
        {value === null ? (
          <NoValue />
        ) : (
          <>
            <span aria-hidden="true">{formatMetricShort(metric, value, currency)}</span>
            <span className="sr-only"> {formatMetric(metric, value, currency)} </span>
          </>
        )}
      </span>
      <MetricChange
        metric={metric}
        current={value}
        previous={hasBefore(overview) ? valueOf(sumsOf(overview.totals.previous, id, currency)) : null}
        currency={currency}
        isShort={!isOnly}
      />
      {id === 'costPerQualifiedLead' && value !== null && (
        <LeftOutSpend spend={sums.amount} leadSpend={sums.leadSpend} currency={currency} />
      )}
    </span>
  );
};

/** Currencies with a line in a tile. Campaigns shows all. */
const shownCurrencies = 3;

/** Outcomes of the leads from ads in the range. Each tile links to its campaigns. */
export const OutcomeTiles = ({ overview }: { overview: Overview }) => {
  const others = overview.totals.current.spend.reduce((sum, { otherWonLeads }) => sum + otherWonLeads, 0);
  return (
    <section aria-label="What became of leads" className="grid grid-cols-1 gap-2 sm:grid-cols-3 sm:gap-3">
      {outcomes.map((outcome) => {
        const { id } = outcome;
        const currencies = id === 'qualifiedLeads' ? [null] : currenciesOf(overview).slice(0, shownCurrencies);
        return (
          <Link
            key={id}
            to={addressOf(routes.campaigns.path, campaignsParams, { sort: id, ...writeRange(overview.range) })}
            className="flex min-h-24 flex-col rounded-md border border-hairline bg-surface px-3 py-2.5 transition-colors duration-100 hover:border-control/60 hover:bg-hover sm:px-4 sm:py-3"
          >
            <span className="text-xs text-muted">{adMetricFacts[id].label}</span>
            {currencies.map((currency) => (
              <Line
                key={currency}
                outcome={outcome}
                overview={overview}
                currency={currency}
                isOnly={currencies.length === 1}
              />
            ))}
            {id === 'wonAmount' && others > 0 && (
              <span className="text-xs text-muted">
                {`${formatInteger(others)} more in ${others === 1 ? 'another currency' : 'other currencies'}`}
              </span>
            )}
          </Link>
        );
      })}
    </section>
  );
};
