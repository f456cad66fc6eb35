import { useMutation } from '@tanstack/react-query';
import type { ReactNode, SubmitEvent } from 'react';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { DialogActions } from '#client/components/overlays/DialogActions.tsx';
import { notify } from '#client/components/toasts/notify.ts';
import { messages } from '#shared/messages.ts';

type EraseDialogProps = {
  /** Also the label of the red button. */
  title: string;
  /** Calls the server. @returns the message to show */
  erase: (values: FormData) => Promise<string>;
  onCancel: () => void;
  onDone?: () => void;
  children: ReactNode;
};

const formId = 'erase';

/** Asks what to delete permanently. Its children are the fields. */
export const EraseDialog = ({ title, erase, onCancel, onDone = onCancel, children }: EraseDialogProps) => {
  const { mutate, isPending } = useMutation({
    mutationFn: erase,
    onSuccess: (message) => {
      onDone();
      notify.success(message);
    },
    onError: (error) => notify.failure(error, messages.privacy.failed),
  });
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isPending) mutate(new FormData(event.currentTarget));
  };
  return (
    <Dialog
      title={title}
      size="sm"
      onClose={onCancel}
      isBusy={isPending}
      footer={
        <DialogActions variant="danger" type="submit" form={formId} isBusy={isPending} onCancel={onCancel}>
          {title}
        </DialogActions>
      }
    >
      <form id={formId} onSubmit={handleSubmit} className="grid gap-3">
        {children}
      </form>
    </Dialog>
  );
};
