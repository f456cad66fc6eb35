import { CircleDashed } from 'lucide-react';
import { formatLeftOut } from '#client/components/values/LeftOutSpend.tsx';
import { countOf } from '#client/lib/countOf.ts';
import { describeRange } from '#client/lib/describeRange.ts';
import { formatInteger, formatLongDateTime, formatRelative } from '#client/lib/format.ts';
import { restName } from '#shared/campaigns.ts';
import type { Campaigns } from '#shared/contracts/campaigns.ts';
import { missingDays, unsettledDays } from './settling.ts';

/** Why leads are not in the table, after their number. */
const otherReasons: readonly [keyof Campaigns['otherLeads'], string][] = [
  ['organic', 'organic'],
  ['unknown', 'from ads of no connected account'],
  ['imported', 'imported without an ad ID'],
  ['byHand', 'added by hand'],
];

/** Notes on missing data and on data that may still change. */
export const TableNotes = ({
  data: { comparedRange, otherLeads, days, accounts, totals, restCount },
}: {
  data: Campaigns;
}) => {
  const unsettled = unsettledDays(days);
  const missing = missingDays(days);
  const leftOut = totals.flatMap(({ currency, sums, leadSpend }) =>
    sums.collectedLeads > 0 ? (formatLeftOut({ spend: sums.spend, leadSpend: leadSpend.current, currency }) ?? []) : [],
  );
  const others = otherReasons.reduce((sum, [reason]) => sum + otherLeads[reason], 0);
  const reasons = otherReasons.flatMap(([reason, words]) =>
    otherLeads[reason] > 0 ? `${formatInteger(otherLeads[reason])} ${words}` : [],
  );
  // Uses the account with the oldest data.
  const [asOf] = accounts.flatMap((account) => account.asOf ?? []).toSorted();
  return (
    <div className="grid gap-1 text-xs text-pretty text-muted print:hidden">
      {comparedRange && <p>Compared with {describeRange(comparedRange)}.</p>}
      {others > 0 && (
        <p className="text-[13px]">
          <span className="font-medium text-fg">{countOf(others, 'lead')}</span> {others === 1 ? 'is' : 'are'} not in
          the table: {reasons.join(', ')}.
        </p>
      )}
      {restCount > 0 && (
        <p>
          {restName}: what is known for a campaign only, such as Google’s Performance Max, or a lead without a known ad.
          With these rows the totals of campaigns, ad sets and ads are equal.
        </p>
      )}
      {leftOut.length > 0 && (
        <p>
          In the totals, a cost per lead divides the spend of campaigns that can bring leads to Leadlight. It leaves out{' '}
          {leftOut.join(' and ')} of other campaigns.
        </p>
      )}
      {missing && <p>{describeRange(missing)}: not read yet for all accounts.</p>}
      {unsettled && (
        <p>
          <CircleDashed aria-hidden="true" className="mr-1 inline size-3 align-[-1.5px]" />
          {describeRange(unsettled)} may still change: platforms go on correcting impressions, clicks and spend for a
          few days, and add conversions and leads for longer. Charts show these days dashed.
        </p>
      )}
      {asOf !== undefined && (
        <p>
          As of{' '}
          <time dateTime={asOf} title={formatLongDateTime(asOf)}>
            {formatRelative(asOf)}
          </time>
          . Each account counts by its own days and in its own currency.
        </p>
      )}
    </div>
  );
};
