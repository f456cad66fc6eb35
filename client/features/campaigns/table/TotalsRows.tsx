import { useState } from 'react';
import { LeftOutSpend } from '#client/components/values/LeftOutSpend.tsx';
import { Button } from '#client/components/buttons/Button.tsx';
import { cn } from '#client/lib/cn.ts';
import { adMetric, isAdMetricName, isLeadCost } from '#shared/campaigns.ts';
import type { AdMetricName } from '#shared/campaigns.ts';
import type { CampaignTotals } from '#shared/contracts/campaigns.ts';
import type { Column } from '../columns.ts';
import { MetricValue } from './MetricValue.tsx';
import { footCell, nameColumn, openColumn } from './tableStyles.ts';

/** Further currencies are shown on demand, so that the rows stay in sight. */
const shownCurrencies = 3;

type TotalsRowsProps = {
  /** Sorted by spend in descending order. */
  totals: readonly CampaignTotals[];
  columns: readonly Column[];
  /** `aria-rowindex` of the first total. */
  firstIndex: number;
};

/** Divides only the spend of lead campaigns for a cost per lead, and shows the remaining spend. */
const TotalValue = ({ name, totals }: { name: AdMetricName; totals: CampaignTotals }) => {
  const { sums, compared, leadSpend, currency } = totals;
  if (!isLeadCost(name)) return <MetricValue name={name} sums={sums} compared={compared} currency={currency} />;
  const counted = { ...sums, spend: leadSpend.current };
  const countedBefore = compared && { ...compared, spend: leadSpend.compared ?? compared.spend };
  return (
    <>
      <MetricValue name={name} sums={counted} compared={countedBefore} currency={currency} />
      {adMetric(counted, name) !== null && (
        <LeftOutSpend spend={sums.spend} leadSpend={leadSpend.current} currency={currency} />
      )}
    </>
  );
};

/** The totals of the filter, one row per currency. */
export const TotalsRows = ({ totals, columns, firstIndex }: TotalsRowsProps) => {
  const [areAllShown, setAreAllShown] = useState(false);
  const shown = areAllShown ? totals : totals.slice(0, shownCurrencies);
  return (
    <>
      {shown.map((each, position) => (
        <tr key={each.currency ?? ''} aria-rowindex={firstIndex + position}>
          <td className={cn(footCell, openColumn)}>{null}</td>
          <th scope="row" data-pin="start" className={cn(footCell, nameColumn, 'text-left font-semibold')}>
            Total {each.currency ?? 'in an unknown currency'}
          </th>
          {columns.map(({ id, isRight }) => (
            <td
              key={id}
              data-column={id}
              className={cn(footCell, 'px-3 font-medium whitespace-nowrap tabular-nums', isRight && 'text-right')}
            >
              {isAdMetricName(id) && <TotalValue name={id} totals={each} />}
            </td>
          ))}
        </tr>
      ))}
      {totals.length > shownCurrencies && (
        <tr className="print:hidden">
          <td className={cn(footCell, openColumn)}>{null}</td>
          <td className={cn(footCell, nameColumn)}>
            <Button size="sm" variant="ghost" onClick={() => setAreAllShown(!areAllShown)}>
              {areAllShown ? 'Show fewer currencies' : `Show all ${totals.length} currencies`}
            </Button>
          </td>
          <td colSpan={columns.length} className={footCell}>
            {null}
          </td>
        </tr>
      )}
    </>
  );
};
