import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { DialogActions } from '#client/components/overlays/DialogActions.tsx';
import { Field } from '#client/components/forms/Field.tsx';
import { notify } from '#client/components/toasts/notify.ts';
import { Select } from '#client/components/forms/Select.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { SampleSheet } from '#client/features/sheets/SampleSheet.tsx';
import { useDraft } from '#client/stores/drafts.ts';
import { clientConfig } from '#client/lib/config.ts';
import { textLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { sheetSyncTypeNames, sheetSyncTypes } from '#shared/sheetSyncTypes.ts';
import { CopyButton } from '#client/components/buttons/CopyButton.tsx';
import { useAddSheetSync } from './sheetSyncs.api.ts';

type AddSheetDialogProps = {
  /** Account to share private sheets with. Null if this install reads only public sheets. */
  serviceAccount: string | null;
  onCancel: () => void;
  onAdded: () => void;
};

const formId = 'add-sheet';

/** Asks for a sheet and the kind of leads in it. */
export const AddSheetDialog = ({ serviceAccount, onCancel, onAdded }: AddSheetDialogProps) => {
  const [url, setUrl, clearUrl] = useDraft('sheet to sync');
  const [type, setType] = useState('');
  const { mutate: add, isPending } = useAddSheetSync(() => {
    clearUrl();
    onAdded();
  });

  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const chosen = sheetSyncTypes.find((each) => each === type);
    if (url.trim() === '' || !chosen) notify.error(messages.sheetSyncs.missing);
    else if (!isPending) add({ url: url.trim(), type: chosen });
  };

  return (
    <Dialog
      title="Add Google Sheet"
      size="md"
      onClose={onCancel}
      isBusy={isPending}
      footer={
        <DialogActions type="submit" form={formId} isBusy={isPending} onCancel={onCancel}>
          Create Cron Job
        </DialogActions>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit} className="grid gap-2">
        <Field
          label="Google Sheet URL"
          hint="The sheet must be publicly accessible or shared with the service account. Everyone who has the link can read a public sheet."
        >
          {(control) => (
            <TextInput
              {...control}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder={clientConfig().sampleSheetUrl ?? 'https://docs.google.com/spreadsheets/d/…'}
              maxLength={textLimits.url}
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
        <SampleSheet onUse={setUrl} />
        {serviceAccount !== null && (
          <div className="-mt-1 flex items-center gap-1 text-xs text-muted">
            <span className="min-w-0 wrap-anywhere">
              Service account: <span className="font-mono text-fg">{serviceAccount}</span>
            </span>
            <CopyButton text={serviceAccount} label="Copy service account" />
          </div>
        )}
        <Field label="Platform Type">
          {(control) => (
            <Select {...control} value={type} onChange={(event) => setType(event.target.value)}>
              <option value="">Select platform</option>
              {sheetSyncTypes.map((each) => (
                <option key={each} value={each}>
                  {sheetSyncTypeNames[each].option}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </form>
    </Dialog>
  );
};
