import { ProgressBar } from '#client/components/states/ProgressBar.tsx';
import { formatInteger } from '#client/lib/format.ts';
import type { Progress } from './state/exportReducer.ts';

const describe = (progress: Progress | null): string => {
  if (progress === null || progress.state === 'waiting' || progress.state === 'queued') return 'Getting ready…';
  const { rowsWritten, rowsTotal } = progress;
  return rowsTotal === null
    ? 'Gathering rows…'
    : `${formatInteger(rowsWritten)} of ${formatInteger(rowsTotal)} ${rowsTotal === 1 ? 'row' : 'rows'}`;
};

/** A progress bar with counts. Only the bar has accessible text, because the counts change all the time. */
export const ExportProgress = ({ progress }: { progress: Progress | null }) => {
  const text = describe(progress);
  const isCounting = progress?.state === 'running' && progress.rowsTotal !== null;
  return (
    <>
      <ProgressBar
        label="Rows written"
        value={progress?.rowsWritten ?? 0}
        max={isCounting ? progress.rowsTotal : null}
        text={text}
      />
      <span aria-hidden="true" className="text-[13px] text-muted tabular-nums">
        {text}
      </span>
    </>
  );
};
