import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '#client/components/buttons/Button.tsx';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { notify } from '#client/components/toasts/notify.ts';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { readList } from '#client/lib/api/readList.ts';
import { useIsOwner } from '#client/stores/workspaceStore.ts';
import { listPrivateSheets, releasePrivateSheet } from '#shared/contracts/sheets.ts';
import type { PrivateSheet } from '#shared/contracts/sheets.ts';
import { messages } from '#shared/messages.ts';

/** Private sheets owned by this person, with a button to release each. */
export const PrivateSheetsDialog = ({ onClose }: { onClose: () => void }) => {
  const isOwner = useIsOwner();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.privateSheets,
    queryFn: async ({ signal }) => readList<PrivateSheet>(await call(listPrivateSheets, { signal }), 'data'),
    staleTime: 0,
  });
  const { mutate: release, isPending } = useMutation({
    mutationFn: (id: string) => call(releasePrivateSheet, { params: { id } }),
    onSuccess: async ({ message }) => {
      notify.success(message);
      await refetch();
    },
    onError: (failure) => notify.failure(failure, messages.sheets.fetchFailed),
  });
  return (
    <Dialog title="Private Sheets" size="md" onClose={onClose}>
      <p className="text-[13px] text-muted">
        Leadlight reads these sheets for your workspace only. After a sheet is released, the next person who asks for it
        can read it.
      </p>
      {error && (
        <ErrorPanel
          message={messageOf(error, messages.sheets.fetchFailed)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data?.length === 0 && <EmptyState title="No private sheets" />}
      <ul>
        {data?.map(({ id, url }) => (
          <li key={id} className="mt-3 flex items-center justify-between gap-3">
            <span className="text-[13px] wrap-anywhere">{url}</span>
            {isOwner && (
              <Button size="sm" disabled={isPending} onClick={() => release(id)}>
                Release
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
