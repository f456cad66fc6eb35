import { useState } from 'react';
import { LeftOutSpend } from '#client/components/values/LeftOutSpend.tsx';
import { Button } from '#client/components/buttons/Button.tsx';
import { cn } from '#client/lib/cn.ts';
import { adMetric, isAdMetricName, isLeadCost } from '#shared/campaigns.ts';
import type { AdMetricName } from '#shared/campaigns.ts';
import type { CampaignTotals } from '#shared/contracts/campaigns.ts';
import type { Column } from '../columns.ts';
import { MetricValue } from './MetricValue.tsx';
import { RowChange, RowFigures } from './RowFigures.tsx';
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

/** A cost per lead divides only the spend of lead campaigns. */
const costsOf = ({ sums, compared, leadSpend }: CampaignTotals) => ({
  sums: { ...sums, spend: leadSpend.current },
  compared: compared && { ...compared, spend: leadSpend.compared ?? compared.spend },
});

/** A metric of the total. Below a cost per lead stands the spend that it leaves out. */
const TotalValue = ({ name, totals }: { name: AdMetricName; totals: CampaignTotals }) => {
  const { sums, compared, leadSpend, currency } = totals;
  if (!isLeadCost(name)) return <MetricValue name={name} sums={sums} compared={compared} currency={currency} />;
  const costs = costsOf(totals);
  return (
    <>
      <MetricValue name={name} {...costs} currency={currency} />
      {adMetric(costs.sums, name) !== null && (
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
            <span className="flex items-center">
              Total {each.currency ?? 'in an unknown currency'}
              {columns.length === 0 && <RowChange {...each} costs={costsOf(each)} />}
            </span>
            {columns.length === 0 && (
              <span className="block font-normal">
                <RowFigures {...each} costs={costsOf(each)} />
                <LeftOutSpend spend={each.sums.spend} leadSpend={each.leadSpend.current} currency={each.currency} />
              </span>
            )}
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
