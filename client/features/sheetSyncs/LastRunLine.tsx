import { SpinnerMark } from '#client/components/states/SpinnerMark.tsx';
import { formatLongDateTime, formatRelative } from '#client/lib/format.ts';
import type { SheetSync } from '#shared/contracts/sheetSyncs.ts';
import { describeCounts } from './describeRun.ts';

/** The result of a sheet's last run on one line. */
export const LastRunLine = ({ lastRun }: Pick<SheetSync, 'lastRun'>) => {
  if (lastRun === null) return <span className="text-xs text-muted">The first run starts in a moment</span>;
  if (lastRun.state === 'running')
    return (
      <span className="inline-flex items-center gap-1.5 text-xs text-muted">
        <SpinnerMark className="size-3" />
        Synchronizing…
      </span>
    );
  const at = lastRun.finishedAt ?? lastRun.startedAt;
  const when = <time dateTime={at}>{formatRelative(at)}</time>;
  return lastRun.state === 'failed' ? (
    <span className="text-xs text-danger" title={`${formatLongDateTime(at)}: ${lastRun.error ?? ''}`}>
      Failed {when}: {lastRun.error}
    </span>
  ) : (
    <span className="text-xs text-muted tabular-nums" title={formatLongDateTime(at)}>
      Synchronized {when}: {describeCounts(lastRun)}
    </span>
  );
};
