import { formatLongDateTime, formatRelative } from '#client/lib/format.ts';
import type { SheetSync } from '#shared/contracts/sheetSyncs.ts';

/** The server looks for due sheets now and then, so a run may begin a little late. */
const whenIs = (at: number): string => (at - Date.now() < 60_000 ? 'is due' : formatRelative(at));

/** When a sheet is read again by itself; nothing while it is being read, or where the server does not tell. */
export const NextRunLine = ({ nextRunAt, lastRun }: Pick<SheetSync, 'lastRun'> & { nextRunAt?: string }) => {
  const at = Date.parse(nextRunAt ?? '');
  if (Number.isNaN(at) || lastRun === null || lastRun.state === 'running') return null;
  return (
    <time dateTime={nextRunAt} title={formatLongDateTime(at)} className="text-xs text-muted">
      Next run {whenIs(at)}
    </time>
  );
};
