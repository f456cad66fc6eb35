import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';
import { DialogActions } from './DialogActions.tsx';

type ConfirmDialogProps = {
  title: string;
  /** What the red button does. */
  confirmLabel: string;
  /** It is being done: the dialog stays until then. */
  isBusy: boolean;
  onCancel: () => void;
  onConfirm: () => void;
  /** What will happen, and to what. */
  children: ReactNode;
};

/** Asks before something is taken away; the focus is on the way out. */
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
