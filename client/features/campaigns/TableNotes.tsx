import { CircleDashed } from 'lucide-react';
import { describeRange } from '#client/lib/describeRange.ts';
import { formatInteger, formatLongDateTime, formatRelative } from '#client/lib/format.ts';
import type { Campaigns } from '#shared/contracts/campaigns.ts';
import { missingDays, unsettledDays } from './settling.ts';

/** What the table leaves out, and what may still change. */
export const TableNotes = ({ data: { comparedRange, otherLeads, days, accounts } }: { data: Campaigns }) => {
  const unsettled = unsettledDays(days);
  const missing = missingDays(days);
  // The least recently read account: no figure is older.
  const [asOf] = accounts.flatMap((account) => account.asOf ?? []).toSorted();
  return (
    <div className="grid gap-1 text-xs text-pretty text-muted print:hidden">
      {comparedRange && <p>Compared with {describeRange(comparedRange)}.</p>}
      {otherLeads.organic + otherLeads.unknown > 0 && (
        <p className="text-[13px]">
          Not in the table: <span className="font-medium text-fg">{formatInteger(otherLeads.organic)}</span> organic
          leads and <span className="font-medium text-fg">{formatInteger(otherLeads.unknown)}</span> leads of unknown
          ads.
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
