import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyButton } from '#client/components/buttons/CopyButton.tsx';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { DialogActions } from '#client/components/overlays/DialogActions.tsx';
import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { notify } from '#client/components/toasts/notify.ts';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { formatDateTime } from '#client/lib/format.ts';
import { webUrl } from '#client/lib/webUrl.ts';
import { showSheetCode, takeOverSheet } from '#shared/contracts/sheets.ts';
import { messages } from '#shared/messages.ts';

type TakeOverDialogProps = {
  url: string;
  onClose: () => void;
  /** Called once this person owns the sheet. */
  onTaken: () => void;
};

/** Shows a code to paste into a cell, which proves that this person can edit another person's sheet. */
export const TakeOverDialog = ({ url, onClose, onTaken }: TakeOverDialogProps) => {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.sheetCode(url),
    queryFn: async ({ signal }) => (await call(showSheetCode, { body: { url }, signal })).data,
    staleTime: 0,
  });
  const [refusal, setRefusal] = useState('');
  const { mutate: takeOver, isPending } = useMutation({
    mutationFn: () => call(takeOverSheet, { body: { url } }),
    onSuccess: ({ message }) => {
      notify.success(message);
      onTaken();
    },
    onError: (failure) => {
      setRefusal(messageOf(failure, messages.sheets.fetchFailed));
      // The code may have expired.
      void refetch();
    },
  });
  return (
    <Dialog
      title="Take over this sheet"
      size="sm"
      onClose={onClose}
      isBusy={isPending}
      footer={
        <DialogActions isBusy={isPending} disabled={data === undefined} onCancel={onClose} onClick={() => takeOver()}>
          I have put it in
        </DialogActions>
      }
    >
      <p>{messages.sheets.claimed}</p>
      <p className="mt-3">
        Put this code into an empty cell of{' '}
        <a href={webUrl(url) ?? undefined} target="_blank" rel="noopener noreferrer" className={linkStyles}>
          the sheet
        </a>
        :
      </p>
      <div className="my-3 flex min-h-12 items-center justify-between rounded-md border border-hairline bg-bg px-3">
        <code className="font-mono text-[15px] select-all">{data?.code}</code>
        {data && <CopyButton text={data.code} label="Copy code" />}
      </div>
      <p role="alert" className="mb-3 text-[13px] text-danger empty:hidden">
        {refusal || (error && messageOf(error, messages.sheets.fetchFailed))}
      </p>
      <p className="text-[13px] text-muted">
        {data && `The code is valid for you and this sheet until ${formatDateTime(data.expiresAt)}. `}
        The other person gets a notification and can no longer read the sheet through Leadlight.
      </p>
    </Dialog>
  );
};
