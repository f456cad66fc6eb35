import { formatLongDateTime, formatRelative } from '#client/lib/format.ts';
import type { SheetSync } from '#shared/contracts/sheetSyncs.ts';

/** The server polls for due sheets, so a run may start a little late. */
const whenIs = (at: number): string => (at - Date.now() < 60_000 ? 'is due' : formatRelative(at));

/** Time of the next automatic run. Renders nothing during a run or without a time from the server. */
export const NextRunLine = ({ nextRunAt, lastRun }: Pick<SheetSync, 'lastRun'> & { nextRunAt?: string }) => {
  const at = Date.parse(nextRunAt ?? '');
  if (Number.isNaN(at) || lastRun === null || lastRun.state === 'running') return null;
  return (
    <time dateTime={nextRunAt} title={formatLongDateTime(at)} className="text-xs text-muted">
      Next run {whenIs(at)}
    </time>
  );
};
