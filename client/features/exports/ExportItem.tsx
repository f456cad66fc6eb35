import { sheetPlatform } from '#shared/platforms.ts';
import { ExternalLink } from 'lucide-react';
import { Button } from '#client/components/buttons/Button.tsx';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { StatusDot } from '#client/components/values/StatusDot.tsx';
import { formatInteger, formatLongDateTime, formatRelative } from '#client/lib/format.ts';
import { Link } from 'react-router-dom';
import { webUrl } from '#client/lib/webUrl.ts';
import type { ExportRun } from '#shared/contracts/exports.ts';
import { messages } from '#shared/messages.ts';
import { routes } from '#shared/routes.ts';
import { CancelButton } from './CancelButton.tsx';
import { ExportProgress } from './ExportProgress.tsx';
import { isUnderWay } from './state/exportReducer.ts';
import { useIsExporting } from './state/exportsStore.ts';
import { resume } from './state/launchExport.ts';

const states = {
  waiting: { tone: 'neutral', word: 'Waiting' },
  queued: { tone: 'neutral', word: 'Waiting' },
  running: { tone: 'neutral', word: 'Running' },
  complete: { tone: 'success', word: 'Complete' },
  failed: { tone: 'danger', word: 'Failed' },
  cancelled: { tone: 'warning', word: 'Cancelled' },
} as const;

/** `12,480 rows`. For an export that stopped early, the rows in its sheet. */
const describeRows = ({ state, rowsWritten, rowsTotal }: ExportRun): string => {
  const isWhole = state === 'complete' || rowsTotal === null;
  const unit = (isWhole ? rowsWritten : rowsTotal) === 1 ? 'row' : 'rows';
  return isWhole
    ? `${formatInteger(rowsWritten)} ${unit}`
    : `${formatInteger(rowsWritten)} of ${formatInteger(rowsTotal)} ${unit}`;
};

const SheetLink = ({ run }: { run: ExportRun }) => {
  const url = webUrl(run.url);
  if (url === null) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${messages.exports.openSheet} ${run.title}`}
      className={buttonStyles({ size: 'sm' })}
    >
      {messages.exports.openSheet}
      <ExternalLink aria-hidden="true" className="-mr-0.5 size-3.5" />
    </a>
  );
};

/** One export: its state and its actions. */
export const ExportItem = ({ run, onLeave }: { run: ExportRun; onLeave: () => void }) => {
  const isExporting = useIsExporting();
  const { tone, word } = states[run.state];
  const isRunning = isUnderWay(run.state);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2.5 border-b border-hairline py-3 first:pt-0 last:border-b-0 last:pb-0 sm:flex-nowrap">
      <div className="grid min-w-0 grow gap-1 text-[13px] text-muted max-sm:basis-full">
        <h3 className="text-sm font-medium wrap-anywhere text-fg">{run.title}</h3>
        <div className="flex flex-wrap items-center gap-x-3 tabular-nums">
          <StatusDot tone={tone}>{word}</StatusDot>
          {!isRunning && <span>{describeRows(run)}</span>}
          <time dateTime={run.createdAt} title={formatLongDateTime(run.createdAt)}>
            {formatRelative(run.createdAt)}
          </time>
        </div>
        {isRunning && <ExportProgress progress={run} />}
        {run.error !== null && (
          <p className="text-danger">
            {run.error}{' '}
            {run.code === 'RECONNECT_NEEDED' && (
              <Link to={routes[sheetPlatform].path} onClick={onLeave} className="text-accent-text underline">
                Grant access again
              </Link>
            )}
          </p>
        )}
        {run.note !== null && <p>{run.note}</p>}
      </div>
      <div className="flex shrink-0 flex-wrap gap-2 empty:hidden">
        {run.canResume && (
          <Button size="sm" aria-label={`Resume ${run.title}`} disabled={isExporting} onClick={() => resume(run)}>
            Resume
          </Button>
        )}
        {isRunning && <CancelButton id={run.id} title={run.title} />}
        {!isRunning && <SheetLink run={run} />}
      </div>
    </li>
  );
};
