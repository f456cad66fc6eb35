import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { Spinner } from '#client/components/states/Spinner.tsx';
import { StatusDot } from '#client/components/values/StatusDot.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { formatInteger, formatLongDateTime } from '#client/lib/format.ts';
import type { SheetSync, SheetSyncRun } from '#shared/contracts/sheetSyncs.ts';
import { messages } from '#shared/messages.ts';
import { describeCounts } from './describeRun.ts';
import { useSheetSyncRuns } from './sheetSyncs.api.ts';
import { idOf } from './sheetSyncTexts.ts';

const states = {
  running: { tone: 'neutral', word: 'Running' },
  done: { tone: 'success', word: 'Done' },
  failed: { tone: 'danger', word: 'Failed' },
} as const;

const Rejections = ({ run }: { run: SheetSyncRun }) => {
  if (run.rejectedRows.length === 0) return null;
  const hidden = run.rowsRejected - run.rejectedRows.length;
  return (
    <details className="mt-1 text-[13px]">
      <summary className="cursor-pointer text-muted hover:text-fg">
        {formatInteger(run.rowsRejected)} rejected {run.rowsRejected === 1 ? 'row' : 'rows'}
      </summary>
      <ul className="mt-1 grid gap-0.5 pl-4">
        {run.rejectedRows.map(({ row, reason }) => (
          <li key={row}>
            <span className="text-muted tabular-nums">Row {formatInteger(row)}:</span> {reason}
          </li>
        ))}
        {hidden > 0 && <li className="text-muted">… and {formatInteger(hidden)} more</li>}
      </ul>
    </details>
  );
};

/** New cells that were not applied. A person who wants one edits the lead again. */
const Conflicts = ({ run }: { run: SheetSyncRun }) =>
  run.conflicts.length === 0 ? null : (
    <details className="mt-1 text-[13px]">
      <summary className="cursor-pointer text-muted hover:text-fg">{messages.sheetSyncs.keptEdits}</summary>
      <ul className="mt-1 grid gap-0.5 pl-4">
        {run.conflicts.map(({ row, column }) => (
          <li key={`${row} ${column}`}>
            <span className="text-muted tabular-nums">Row {formatInteger(row)}:</span> {column}
          </li>
        ))}
      </ul>
    </details>
  );

const Run = ({ run }: { run: SheetSyncRun }) => (
  <li className="border-b border-hairline py-2.5 first:pt-0 last:border-b-0 last:pb-0">
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <time dateTime={run.startedAt} className="font-medium">
        {formatLongDateTime(run.startedAt)}
      </time>
      <StatusDot tone={states[run.state].tone}>{states[run.state].word}</StatusDot>
    </div>
    {run.state === 'failed' ? (
      <p className="text-[13px] text-danger">{run.error}</p>
    ) : (
      <p className="text-[13px] text-muted tabular-nums">{describeCounts(run)}</p>
    )}
    <Rejections run={run} />
    <Conflicts run={run} />
  </li>
);

/** Results of a sheet's last runs, with the reasons for rejected rows. */
export const SheetRunsDialog = ({ sync, onClose }: { sync: SheetSync; onClose: () => void }) => {
  const { data, error, isFetching, refetch } = useSheetSyncRuns(idOf(sync) ?? '');
  return (
    <Dialog title="Runs" size="md" onClose={onClose}>
      <p className="mb-3 text-[13px] wrap-anywhere text-muted">{sync.url}</p>
      {data === undefined && error === null && <Spinner label="Loading runs" />}
      {data === undefined && error !== null && (
        <ErrorPanel
          message={messageOf(error, messages.sheetSyncs.loadFailed)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data?.length === 0 && <EmptyState title="No runs yet" description="The first run starts in a moment." />}
      {data !== undefined && data.length > 0 && (
        <ul>
          {data.map((run) => (
            <Run key={run.id} run={run} />
          ))}
        </ul>
      )}
    </Dialog>
  );
};
