import { FileSpreadsheet } from 'lucide-react';
import { ListDialog } from '#client/components/overlays/ListDialog.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { messages } from '#shared/messages.ts';
import { ExportItem } from './ExportItem.tsx';
import { useExports } from './exports.api.ts';

/** The newest exports of the workspace, with live progress. */
export const ExportsDialog = ({ onClose }: { onClose: () => void }) => {
  const { runs, error, isFetching, refetch } = useExports();
  return (
    <ListDialog
      title="Exports"
      isLoaded={runs !== undefined}
      problem={error && messageOf(error, messages.exports.listFailed)}
      isFetching={isFetching}
      onRetry={() => void refetch()}
      onClose={onClose}
    >
      {runs?.length === 0 ? (
        <EmptyState
          icon={<FileSpreadsheet />}
          title="No exports yet"
          description="Google Sheets that you and your colleagues make with an export button are listed here, with a link to each."
        />
      ) : (
        <ul>
          {runs?.map((run) => (
            <ExportItem key={run.id} run={run} onLeave={onClose} />
          ))}
        </ul>
      )}
    </ListDialog>
  );
};
