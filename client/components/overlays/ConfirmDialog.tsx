import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';
import { DialogActions } from './DialogActions.tsx';

type ConfirmDialogProps = {
  title: string;
  /** Label of the red button. */
  confirmLabel: string;
  /** The dialog stays open while the action runs. */
  isBusy: boolean;
  onCancel: () => void;
  onConfirm: () => void;
  /** Describes the action and its object. */
  children: ReactNode;
};

/** Confirms a destructive action. The cancel button has the focus. */
export const ConfirmDialog = ({ title, confirmLabel, isBusy, onCancel, onConfirm, children }: ConfirmDialogProps) => (
  <Dialog
    title={title}
    size="sm"
    onClose={onCancel}
    isBusy={isBusy}
    footer={
      <DialogActions isCancelFocused variant="danger" isBusy={isBusy} onCancel={onCancel} onClick={onConfirm}>
        {confirmLabel}
      </DialogActions>
    }
  >
    {children}
  </Dialog>
);
