import { ConfirmDialog } from '#client/components/overlays/ConfirmDialog.tsx';
import { formatDate } from '#client/lib/format.ts';
import type { SheetSync } from '#shared/contracts/sheetSyncs.ts';
import { badgeOf } from './sheetSyncTexts.ts';

type DeleteSheetDialogProps = { sync: SheetSync; isBusy: boolean; onCancel: () => void; onConfirm: () => void };

/** Confirms the end of a sync and names its sheet. */
export const DeleteSheetDialog = ({ sync, isBusy, onCancel, onConfirm }: DeleteSheetDialogProps) => (
  <ConfirmDialog
    title="Delete Sheet"
    confirmLabel="Delete Sheet"
    isBusy={isBusy}
    onCancel={onCancel}
    onConfirm={onConfirm}
  >
    <p>Are you sure you want to delete this sheet? This action cannot be undone.</p>
    <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-md border border-hairline bg-bg p-3 text-[13px]">
      <dt className="text-muted">Platform</dt>
      <dd>{badgeOf(sync)}</dd>
      <dt className="text-muted">URL</dt>
      <dd className="wrap-anywhere">{sync.url}</dd>
      <dt className="text-muted">Created</dt>
      <dd>{formatDate(sync.createdAt)}</dd>
    </dl>
    <p className="mt-3 text-[13px] text-muted">Leads that were already imported stay.</p>
  </ConfirmDialog>
);
