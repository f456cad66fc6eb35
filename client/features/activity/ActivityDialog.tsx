import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { ListDialog } from '#client/components/overlays/ListDialog.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { NumberedPagination } from '#client/components/tables/NumberedPagination.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { undoLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { ActivityItem } from './ActivityItem.tsx';
import { useActivities } from './activity.api.ts';

/** Bulk actions and imports of the workspace. Each can be undone for some days. */
export const ActivityDialog = ({ onClose }: { onClose: () => void }) => {
  const [page, setPage] = useState(1);
  const { data, error, isFetching, isPlaceholderData, refetch } = useActivities(page);
  return (
    <ListDialog
      title="Activity"
      isLoaded={data !== undefined}
      problem={error && messageOf(error, messages.activity.loadFailed)}
      isFetching={isFetching}
      onRetry={() => void refetch()}
      onClose={onClose}
    >
      {data?.activities.length === 0 ? (
        <EmptyState
          icon={<Undo2 />}
          title="No activity yet"
          description={`Imports, and changes of many leads at once, are listed here. Each can be undone for ${undoLimits.days} days.`}
        />
      ) : (
        <ul>
          {data?.activities.map((activity) => (
            <ActivityItem key={activity.id} activity={activity} onLeave={onClose} />
          ))}
        </ul>
      )}
      {data !== undefined && data.totalPages > 1 && (
        <NumberedPagination
          page={page}
          totalPages={data.totalPages}
          hasNext={data.nextPage !== null}
          onPageChange={setPage}
          isBusy={isFetching && isPlaceholderData}
          label=""
        />
      )}
    </ListDialog>
  );
};
