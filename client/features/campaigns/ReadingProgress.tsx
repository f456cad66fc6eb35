import { useState } from 'react';
import { ProgressBar } from '#client/components/states/ProgressBar.tsx';
import { SpinnerMark } from '#client/components/states/SpinnerMark.tsx';
import { countOf } from '#client/lib/countOf.ts';
import { formatDay } from '#client/lib/format.ts';
import type { CampaignAccount } from '#shared/contracts/campaigns.ts';
import { countDays, localDay } from '#shared/lib/dateRange.ts';
import { isBackfilling } from './campaigns.api.ts';

type AccountsProps = { accounts: readonly CampaignAccount[] };

/** The first day from which the data of all accounts is complete. Null if an account has no such day. */
const completeSinceOf = (accounts: readonly CampaignAccount[]): string | null =>
  accounts.some(({ completeSince }) => completeSince === null)
    ? null
    : (accounts
        .flatMap(({ completeSince }) => completeSince ?? [])
        .toSorted()
        .at(-1) ?? null);

/** Progress of reading the days of accounts, some of which are being read: the selected range first, then older days. */
export const ReadingProgress = ({ accounts }: AccountsProps) => {
  const [today] = useState(() => localDay(new Date()));
  const reading = accounts.filter(({ state }) => state === 'reading');
  const behind = accounts.filter(isBackfilling);
  const since = completeSinceOf(behind);
  const end = behind.map(({ backfillUntil }) => backfillUntil).toSorted()[0];
  const text =
    behind.length === 0
      ? `Reading ${countOf(reading.length, 'account')}…`
      : since === null
        ? 'Reading the newest days…'
        : `Reading older days: complete since ${formatDay(since)}`;
  return (
    <p className="flex items-center gap-2 text-[13px] text-muted max-sm:order-1 print:hidden">
      <SpinnerMark className="size-3.5 shrink-0" />
      {text}
      {behind.length > 0 && accounts.length > 1 && ` (${behind.length} of ${countOf(accounts.length, 'account')})`}
      {since !== null && end !== undefined && since <= today && (
        <ProgressBar
          label="Days read"
          value={countDays({ since, until: today })}
          max={countDays({ since: end, until: today })}
          text={`complete since ${formatDay(since)}`}
          className="max-w-32 flex-1"
        />
      )}
    </p>
  );
};
