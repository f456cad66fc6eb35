import { FileSpreadsheet } from 'lucide-react';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { StaleBanner } from '#client/components/states/StaleBanner.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { messages } from '#shared/messages.ts';
import { ExportItem } from './ExportItem.tsx';
import { useExports } from './exports.api.ts';

const Loading = () => (
  <output className="grid animate-appear gap-6">
    <span className="sr-only">Loading exports</span>
    {['a', 'b', 'c'].map((key) => (
      <span key={key} className="grid gap-2.5">
        <Skeleton className="w-56" />
        <Skeleton className="w-36" />
      </span>
    ))}
  </output>
);

/** The person's newest exports, with live progress. */
export const ExportsDialog = ({ onClose }: { onClose: () => void }) => {
  const { runs, error, isFetching, refetch } = useExports();
  const retry = (): void => void refetch();
  return (
    <Dialog title="Exports" size="md" onClose={onClose}>
      {/* Reserves the height of a few exports, so that the dialog does not jump when they load. */}
      <div className="min-h-48">
        {runs === undefined && error === null && <Loading />}
        {runs === undefined && error !== null && (
          <ErrorPanel message={messageOf(error, messages.exports.listFailed)} onRetry={retry} isRetrying={isFetching} />
        )}
        {runs !== undefined && error !== null && (
          <div className="mb-3">
            <StaleBanner onRetry={retry} isRetrying={isFetching} />
          </div>
        )}
        {runs?.length === 0 && (
          <EmptyState
            icon={<FileSpreadsheet />}
            title="No exports yet"
            description="Google Sheets that you make with an export button are listed here, with a link to each."
          />
        )}
        {runs !== undefined && runs.length > 0 && (
          <ul>
            {runs.map((run) => (
              <ExportItem key={run.id} run={run} onLeave={onClose} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
};
