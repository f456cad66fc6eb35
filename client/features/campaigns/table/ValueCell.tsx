import { NoValue } from '#client/components/values/NoValue.tsx';
import { StatusDot } from '#client/components/values/StatusDot.tsx';
import { formatMoney } from '#client/lib/format.ts';
import type { CampaignColumnId } from '#shared/campaigns.ts';
import { adStatusNames } from '#shared/campaigns.ts';
import type { CampaignRow } from '#shared/contracts/campaigns.ts';
import { platformNames } from '#shared/platforms.ts';
import { inWords, statusTones } from '../words.ts';
import { MetricValue } from './MetricValue.tsx';
import { Sparkline } from './Sparkline.tsx';

const Status = ({ row: { status, platformStatus } }: { row: CampaignRow }) => {
  const words = platformStatus === null ? null : inWords(platformStatus);
  return (
    <span title={words ?? undefined}>
      <StatusDot tone={statusTones[status]}>
        {status === 'other' && words !== null ? words : adStatusNames[status]}
      </StatusDot>
    </span>
  );
};

const Budget = ({ row: { budget, currency } }: { row: CampaignRow }) => {
  if (!budget) return <NoValue />;
  return (
    <>
      {formatMoney(budget.amount, currency)}
      <span className="block text-[11px] leading-4 text-muted">
        {budget.kind === 'daily' ? 'a day' : 'in all'}
        {budget.isShared && ', shared'}
      </span>
    </>
  );
};

type ValueCellProps = { id: CampaignColumnId; row: CampaignRow; unsettledCount: number };

/** The value of a row in a column. */
export const ValueCell = ({ id, row, unsettledCount }: ValueCellProps) => {
  const isRest = row.kind === 'rest';
  if (id === 'platform') return platformNames[row.platform];
  if (id === 'account')
    return (
      <span dir="auto" className="block w-fit max-w-48 truncate text-start">
        {row.accountName}
      </span>
    );
  if (id === 'status') return isRest ? null : <Status row={row} />;
  if (id === 'budget') return isRest ? null : <Budget row={row} />;
  if (id === 'trend')
    return row.sparkline.length > 1 ? (
      <Sparkline values={row.sparkline} currency={row.currency} openDays={unsettledCount} />
    ) : (
      <NoValue />
    );
  return <MetricValue name={id} sums={row.sums} compared={row.compared} currency={row.currency} />;
};
