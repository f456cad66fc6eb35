import { SpinnerMark } from '#client/components/states/SpinnerMark.tsx';
import { formatLongDateTime, formatRelative } from '#client/lib/format.ts';
import type { Overview } from '#shared/contracts/overview.ts';
import { countOf } from '#client/lib/countOf.ts';

/** Age of the metrics, or the progress while they load. */
export const ReadingLine = ({ overview: { accounts, isReading } }: { overview: Overview }) => {
  const readingCount = accounts.filter(({ state }) => state === 'reading').length;
  const missingDays = accounts.reduce((sum, account) => sum + account.missingDays, 0);
  // The least recently read account determines the age.
  const [oldest] = accounts.flatMap(({ readAt }) => readAt ?? []).toSorted();
  if (isReading)
    return (
      <>
        <SpinnerMark className="size-3.5" />
        <span>
          Reading {readingCount} of {countOf(accounts.length, 'account')}…
          {missingDays > 0 && ` ${countOf(missingDays, 'day')} to go`}
        </span>
      </>
    );
  return (
    <>
      {countOf(accounts.length, 'account')}
      {oldest !== undefined && (
        <time dateTime={oldest} title={formatLongDateTime(oldest)}>
          · as of {formatRelative(oldest)}
        </time>
      )}
    </>
  );
};
