import { Field } from '#client/components/forms/Field.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { isSaved, useForm } from '#client/components/forms/useForm.ts';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { DialogActions } from '#client/components/overlays/DialogActions.tsx';
import { useIsCountryMissing } from '#client/features/leadWork/settings/phoneCountry.api.ts';
import { useDraftFields } from '#client/stores/drafts.ts';
import { customLeadColumns, editableKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadKey, EditableValues } from '#shared/customLeadColumns.ts';
import { importLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';

type LeadValuesDialogProps = {
  title: string;
  /** Storage key of the draft, which is kept until it is saved. */
  place: string;
  saveLabel: string;
  values: EditableValues;
  isBusy: boolean;
  onClose: () => void;
  /** Receives only the values that were changed. */
  onSave: (changes: EditableValues) => Promise<unknown>;
};

const contactKeys = ['Name', 'EmailAddress', 'Number'] as const satisfies readonly CustomLeadKey[];
const mainKeys: readonly CustomLeadKey[] = [...contactKeys, 'Project', 'campaign_name', 'country'];
const otherKeys = editableKeys.filter((key) => !mainKeys.includes(key));

/** Field labels that are clearer than the column titles. */
const labels: Partial<Record<CustomLeadKey, string>> = {
  EmailAddress: 'Email',
  Number: 'Phone',
  created_time: 'Created Time',
  ad_id: 'Ad Id',
};
const labelOf = (key: CustomLeadKey): string =>
  labels[key] ?? customLeadColumns.find((column) => column.key === key)?.title ?? key;

/** A form with the columns of a custom lead. */
export const LeadValuesDialog = ({
  title,
  place,
  saveLabel,
  values,
  isBusy,
  onClose,
  onSave,
}: LeadValuesDialogProps) => {
  const saved = Object.fromEntries(editableKeys.map((key) => [key, values[key] ?? '']));
  const draft = useDraftFields<string>(place, saved);
  const valueOf = (key: CustomLeadKey): string => draft.texts[key] ?? '';
  const isCountryMissing = useIsCountryMissing(valueOf('Number'), valueOf('country'));
  const hasContact = contactKeys.some((key) => valueOf(key).trim() !== '');
  const changes = Object.fromEntries(
    editableKeys.flatMap((key) => (valueOf(key).trim() === (values[key] ?? '') ? [] : [[key, valueOf(key).trim()]])),
  );
  const form = useForm<string>({
    draft,
    check: () => (hasContact ? {} : { Name: messages.leadWork.contactMissing }),
    submit: () => {
      if (Object.keys(changes).length > 0) return isSaved(onSave(changes));
      onClose();
      return true;
    },
  });
  const field = (key: CustomLeadKey) => (
    <Field
      key={key}
      label={labelOf(key)}
      error={form.errors[key]}
      {...(isCountryMissing && key === 'Number' ? { hint: messages.duplicates.numberWithoutCountry } : {})}
    >
      {(control) => (
        <TextInput
          {...control}
          {...form.register(key)}
          type={key === 'EmailAddress' ? 'email' : key === 'Number' ? 'tel' : 'text'}
          autoComplete="off"
          maxLength={importLimits.valueCharacters}
        />
      )}
    </Field>
  );
  return (
    <Dialog
      title={title}
      size="md"
      onClose={onClose}
      isBusy={isBusy}
      footer={
        <DialogActions type="submit" form={form.id} isBusy={isBusy} onCancel={onClose}>
          {saveLabel}
        </DialogActions>
      }
    >
      <form id={form.id} noValidate onSubmit={form.onSubmit}>
        <div className="grid gap-x-4 sm:grid-cols-2">{mainKeys.map(field)}</div>
        <details>
          <summary className="mb-3 cursor-pointer text-[13px] text-muted">More columns</summary>
          <div className="grid gap-x-4 sm:grid-cols-2">{otherKeys.map(field)}</div>
        </details>
      </form>
    </Dialog>
  );
};
