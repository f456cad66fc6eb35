import { useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { cn } from '#client/lib/cn.ts';
import { isAdMetricName } from '#shared/campaigns.ts';
import type { CampaignTotals } from '#shared/contracts/campaigns.ts';
import type { Column } from '../columns.ts';
import { MetricValue } from './MetricValue.tsx';
import { footCell, nameColumn, openColumn } from './tableStyles.ts';

/** With more currencies the others are shown on demand, so that rows stay in sight. */
const shownCurrencies = 3;

type TotalsRowsProps = {
  /** The largest spend first. */
  totals: readonly CampaignTotals[];
  columns: readonly Column[];
  /** `aria-rowindex` of the first of them. */
  firstIndex: number;
};

/** The sums of all rows of the filter, a line per currency. */
export const TotalsRows = ({ totals, columns, firstIndex }: TotalsRowsProps) => {
  const [areAllShown, setAreAllShown] = useState(false);
  const shown = areAllShown ? totals : totals.slice(0, shownCurrencies);
  return (
    <>
      {shown.map(({ currency, sums, compared }, position) => (
        <tr key={currency ?? ''} aria-rowindex={firstIndex + position}>
          <td className={cn(footCell, openColumn)}>{null}</td>
          <th scope="row" data-pin="start" className={cn(footCell, nameColumn, 'text-left font-semibold')}>
            Total {currency ?? 'in an unknown currency'}
          </th>
          {columns.map(({ id, isRight }) => (
            <td
              key={id}
              data-column={id}
              className={cn(footCell, 'px-3 font-medium whitespace-nowrap tabular-nums', isRight && 'text-right')}
            >
              {isAdMetricName(id) && <MetricValue name={id} sums={sums} compared={compared} currency={currency} />}
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
