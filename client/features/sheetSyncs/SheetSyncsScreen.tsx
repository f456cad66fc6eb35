import { FileSpreadsheet, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { noSuchPage } from '#client/components/states/emptyReasons.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { ListBanner } from '#client/components/states/ListBanner.tsx';
import { NumberedPagination } from '#client/components/tables/NumberedPagination.tsx';
import { notify } from '#client/components/toasts/notify.ts';
import { PageHeader } from '#client/components/layout/PageHeader.tsx';
import { PrivateSheetsDialog } from '#client/features/sheets/PrivateSheetsDialog.tsx';
import { TakeOverDialog } from '#client/features/sheets/TakeOverDialog.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { formatInteger } from '#client/lib/format.ts';
import { useListParams } from '#client/lib/address/useAddress.ts';
import { useIsPhone } from '#client/lib/hooks/useMediaQuery.ts';
import { useIsOwner } from '#client/stores/workspaceStore.ts';
import type { SheetSync } from '#shared/contracts/sheetSyncs.ts';
import { messages } from '#shared/messages.ts';
import { AddSheetDialog } from './AddSheetDialog.tsx';
import { DeleteSheetDialog } from './DeleteSheetDialog.tsx';
import { SheetRunsDialog } from './SheetRunsDialog.tsx';
import { useDeleteSheetSync, useRunSheetSync, useSheetSyncs } from './sheetSyncs.api.ts';
import { SheetSyncCards } from './SheetSyncCards.tsx';
import { SheetSyncsTable } from './SheetSyncsTable.tsx';
import { idOf } from './sheetSyncTexts.ts';

/** The open dialog: none, one about all sheets, or one about a single sheet. */
type OpenDialog = { kind: 'add' | 'private' } | { kind: 'delete' | 'runs' | 'takeOver'; sync: SheetSync } | null;

/** Sheets that the server syncs automatically. */
export const SheetSyncsScreen = () => {
  const isOwner = useIsOwner();
  const { page, setPage } = useListParams();
  const sheetSyncs = useSheetSyncs(page);
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = sheetSyncs;
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const closeDialog = (): void => setDialog(null);
  const list = useRef<HTMLDivElement>(null);
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    // The opening button disappears with its row or with the empty state.
    if (changes > 0) list.current?.focus();
  }, [changes]);
  const closeChanged = (): void => {
    closeDialog();
    setChanges((count) => count + 1);
  };
  const List = useIsPhone() ? SheetSyncCards : SheetSyncsTable;
  const shown = data?.rows ?? [];
  const total = data?.totalItems ?? shown.length;

  const { mutate: run } = useRunSheetSync();
  const { mutate: remove, isPending: isDeleting } = useDeleteSheetSync(() => {
    closeChanged();
    // The page may have disappeared with its only row.
    if (shown.length === 1 && page > 1) setPage(page - 1);
  });
  const openAdd = (): void => setDialog({ kind: 'add' });
  const handleAdded = (): void => {
    closeChanged();
    setPage(1);
  };

  useEffect(() => {
    if (error) notify.failure(error, messages.sheetSyncs.loadFailed);
  }, [error]);

  return (
    <>
      <PageHeader
        title="Google Sheet AutoSync"
        subtitle="Manage automated data synchronization with Google Sheets"
        actions={
          <>
            <Button onClick={() => setDialog({ kind: 'private' })}>Private Sheets</Button>
            {isOwner && (
              <Button variant="primary" icon={<Plus />} onClick={openAdd}>
                Add New Sheet
              </Button>
            )}
          </>
        }
      />
      {error && data === undefined ? (
        <ErrorPanel
          message={messageOf(error, messages.sheetSyncs.loadFailed)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <div ref={list} tabIndex={-1} className="grid grid-cols-1 gap-3 outline-none">
          <ListBanner query={sheetSyncs} hasRows={shown.length > 0} />
          <List
            syncs={shown}
            isLoading={isPending}
            isRefreshing={isFetching && isPlaceholderData}
            onRun={(sync) => run(idOf(sync) ?? '')}
            onTakeOver={(sync) => setDialog({ kind: 'takeOver', sync })}
            onShowRuns={(sync) => setDialog({ kind: 'runs', sync })}
            onDelete={(sync) => setDialog({ kind: 'delete', sync })}
            empty={
              total > 0 ? (
                <EmptyState title={messages.empty.sheets} {...noSuchPage(page, () => setPage(1))} />
              ) : (
                <EmptyState
                  icon={<FileSpreadsheet />}
                  title={messages.empty.sheets}
                  description={
                    isOwner
                      ? 'Add a shared Google Sheet, and its rows are brought into your leads by themselves.'
                      : 'Only an owner of the workspace can add one.'
                  }
                  action={
                    isOwner && (
                      <Button variant="primary" onClick={openAdd}>
                        Create First Sheet
                      </Button>
                    )
                  }
                />
              )
            }
          />
          {data !== undefined && total > 0 && (
            <NumberedPagination
              page={page}
              totalPages={data.totalPages}
              hasNext={data.nextPage !== null}
              onPageChange={setPage}
              isBusy={isFetching && isPlaceholderData}
              label={`Showing ${formatInteger(shown.length)} of ${formatInteger(total)} sheets`}
            />
          )}
        </div>
      )}
      {dialog?.kind === 'add' && (
        <AddSheetDialog serviceAccount={data?.serviceAccount ?? null} onCancel={closeDialog} onAdded={handleAdded} />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteSheetDialog
          sync={dialog.sync}
          isBusy={isDeleting}
          onCancel={closeDialog}
          onConfirm={() => remove(idOf(dialog.sync) ?? '')}
        />
      )}
      {dialog?.kind === 'takeOver' && (
        <TakeOverDialog
          url={dialog.sync.url}
          onClose={closeDialog}
          onTaken={() => {
            closeDialog();
            run(idOf(dialog.sync) ?? '');
          }}
        />
      )}
      {dialog?.kind === 'private' && <PrivateSheetsDialog onClose={closeDialog} />}
      {dialog?.kind === 'runs' && <SheetRunsDialog sync={dialog.sync} onClose={closeDialog} />}
    </>
  );
};
