import { ProgressBar } from '#client/components/ProgressBar.tsx';
import { describeProgress } from './describeProgress.ts';
import type { Progress } from './exportsStore.ts';

/** A bar over its figures. They change all the time, so that only the bar says them, to those who ask. */
export const ExportProgress = ({ progress }: { progress: Progress | undefined }) => {
  const text = describeProgress(progress);
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
