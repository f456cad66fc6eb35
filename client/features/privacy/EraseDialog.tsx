import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isSaved, useForm } from '#client/components/forms/useForm.ts';
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

/** Confirms a permanent deletion. The children are the form fields. */
export const EraseDialog = ({ title, erase, onCancel, onDone = onCancel, children }: EraseDialogProps) => {
  const { mutateAsync } = useMutation({
    mutationFn: erase,
    onSuccess: (message) => {
      onDone();
      notify.success(message);
    },
    onError: (error) => notify.failure(error, messages.privacy.failed),
  });
  const { id, onSubmit, isSubmitting } = useForm({
    submit: (_texts, form) => isSaved(mutateAsync(new FormData(form))),
  });
  return (
    <Dialog
      title={title}
      size="sm"
      onClose={onCancel}
      isBusy={isSubmitting}
      footer={
        <DialogActions variant="danger" type="submit" form={id} isBusy={isSubmitting} onCancel={onCancel}>
          {title}
        </DialogActions>
      }
    >
      <form id={id} onSubmit={onSubmit} className="grid gap-3">
        {children}
      </form>
    </Dialog>
  );
};
