import { useState } from 'react';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { DialogActions } from '#client/components/overlays/DialogActions.tsx';
import { Field } from '#client/components/forms/Field.tsx';
import { notify } from '#client/components/toasts/notify.ts';
import { Select } from '#client/components/forms/Select.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { isSaved, useForm } from '#client/components/forms/useForm.ts';
import { SampleSheet } from '#client/features/sheets/SampleSheet.tsx';
import { useDraftFields } from '#client/stores/drafts.ts';
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

/** Asks for a sheet and the kind of leads in it. */
export const AddSheetDialog = ({ serviceAccount, onCancel, onAdded }: AddSheetDialogProps) => {
  const draft = useDraftFields('sheet to sync', { text: '' });
  const [type, setType] = useState('');
  const { mutateAsync: add } = useAddSheetSync(onAdded);
  const form = useForm({
    draft,
    submit: ({ text }) => {
      const [url, chosen] = [text.trim(), sheetSyncTypes.find((each) => each === type)];
      if (url !== '' && chosen) return isSaved(add({ url, type: chosen }));
      notify.error(messages.sheetSyncs.missing);
      return false;
    },
  });

  return (
    <Dialog
      title="Add Google Sheet"
      size="md"
      onClose={onCancel}
      isBusy={form.isSubmitting}
      footer={
        <DialogActions type="submit" form={form.id} isBusy={form.isSubmitting} onCancel={onCancel}>
          Create Cron Job
        </DialogActions>
      }
    >
      <form id={form.id} noValidate onSubmit={form.onSubmit} className="grid gap-2">
        <Field
          label="Google Sheet URL"
          hint="The sheet must be publicly accessible or shared with the service account. Everyone who has the link can read a public sheet."
        >
          {(control) => (
            <TextInput
              {...control}
              {...form.register('text')}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder={clientConfig().sampleSheetUrl ?? 'https://docs.google.com/spreadsheets/d/…'}
              maxLength={textLimits.url}
            />
          )}
        </Field>
        <SampleSheet onUse={(sample) => draft.type('text', sample)} />
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
