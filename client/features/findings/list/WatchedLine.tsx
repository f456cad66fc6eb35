import { countOf } from '#client/lib/countOf.ts';
import { formatLongDateTime, formatRelative } from '#client/lib/format.ts';
import type { Findings } from '#shared/contracts/findings.ts';

/** The last check, and its scope. */
export const WatchedLine = ({ watched }: Pick<Findings, 'watched'>) => {
  const { accounts, campaigns, forms, checkedAt } = watched;
  if (checkedAt === null) return <>The first check starts as soon as figures have been read.</>;
  return (
    <>
      Looked at {countOf(accounts, 'account')}, {countOf(campaigns, 'campaign')} and {countOf(forms, 'lead form')}{' '}
      <time dateTime={checkedAt} title={formatLongDateTime(checkedAt)}>
        {formatRelative(checkedAt)}
      </time>
      .
    </>
  );
};
