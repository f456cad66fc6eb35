import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { StaleBanner } from '#client/components/states/StaleBanner.tsx';
import { NumberedPagination } from '#client/components/tables/NumberedPagination.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { undoLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { ActivityItem } from './ActivityItem.tsx';
import { useActivities } from './activity.api.ts';

const Loading = () => (
  <output className="grid animate-appear gap-6">
    <span className="sr-only">Loading activity</span>
    {['a', 'b', 'c'].map((key) => (
      <span key={key} className="grid gap-2.5">
        <Skeleton className="w-56" />
        <Skeleton className="w-36" />
      </span>
    ))}
  </output>
);

/** Bulk actions and imports of the workspace, which can be undone for some days. */
export const ActivityDialog = ({ onClose }: { onClose: () => void }) => {
  const [page, setPage] = useState(1);
  const { data, error, isFetching, isPlaceholderData, refetch } = useActivities(page);
  const retry = (): void => void refetch();
  return (
    <Dialog title="Activity" size="md" onClose={onClose}>
      {/* Reserves the height of a few entries, so that the dialog does not jump when they load. */}
      <div className="min-h-48">
        {data === undefined && error === null && <Loading />}
        {data === undefined && error !== null && (
          <ErrorPanel
            message={messageOf(error, messages.activity.loadFailed)}
            onRetry={retry}
            isRetrying={isFetching}
          />
        )}
        {data !== undefined && error !== null && (
          <div className="mb-3">
            <StaleBanner onRetry={retry} isRetrying={isFetching} />
          </div>
        )}
        {data?.activities.length === 0 && (
          <EmptyState
            icon={<Undo2 />}
            title="No activity yet"
            description={`Imports, and changes of many leads at once, are listed here. Each can be undone for ${undoLimits.days} days.`}
          />
        )}
        {data !== undefined && data.activities.length > 0 && (
          <>
            <ul>
              {data.activities.map((activity) => (
                <ActivityItem key={activity.id} activity={activity} onLeave={onClose} />
              ))}
            </ul>
            {data.totalPages > 1 && (
              <NumberedPagination
                page={page}
                totalPages={data.totalPages}
                hasNext={data.nextPage !== null}
                onPageChange={setPage}
                isBusy={isFetching && isPlaceholderData}
                label=""
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  );
};
