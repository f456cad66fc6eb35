import { useId, useState } from 'react';
import { Field } from '#client/components/forms/Field.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
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
  /** Where what was typed is kept until it is saved. */
  place: string;
  saveLabel: string;
  values: EditableValues;
  isBusy: boolean;
  onClose: () => void;
  /** Receives what differs from `values`. */
  onSave: (changes: EditableValues) => Promise<unknown>;
};

const contactKeys = ['Name', 'EmailAddress', 'Number'] as const satisfies readonly CustomLeadKey[];
const mainKeys: readonly CustomLeadKey[] = [...contactKeys, 'Project', 'campaign_name', 'country'];
const otherKeys = editableKeys.filter((key) => !mainKeys.includes(key));

/** Names of fields that read better than the titles of their columns. */
const labels: Partial<Record<CustomLeadKey, string>> = {
  EmailAddress: 'Email',
  Number: 'Phone',
  created_time: 'Created Time',
  ad_id: 'Ad Id',
};
const labelOf = (key: CustomLeadKey): string =>
  labels[key] ?? customLeadColumns.find((column) => column.key === key)?.title ?? key;

/** The columns of a custom lead as a form. */
export const LeadValuesDialog = ({
  title,
  place,
  saveLabel,
  values,
  isBusy,
  onClose,
  onSave,
}: LeadValuesDialogProps) => {
  const formId = useId();
  const saved = Object.fromEntries(editableKeys.map((key) => [key, values[key] ?? '']));
  const { texts, type, clear } = useDraftFields(place, saved);
  const [isChecked, setIsChecked] = useState(false);
  const valueOf = (key: CustomLeadKey): string => texts[key] ?? '';
  const isCountryMissing = useIsCountryMissing(valueOf('Number'), valueOf('country'));
  const hasContact = contactKeys.some((key) => valueOf(key).trim() !== '');
  const changes = Object.fromEntries(
    editableKeys.flatMap((key) => (valueOf(key).trim() === (values[key] ?? '') ? [] : [[key, valueOf(key).trim()]])),
  );
  const save = (): void => {
    setIsChecked(true);
    if (isBusy || !hasContact) return;
    if (Object.keys(changes).length === 0) onClose();
    else
      onSave(changes).then(
        () => clear(texts),
        () => {
          // The caller has reported it, and the texts stay.
        },
      );
  };
  const field = (key: CustomLeadKey) => (
    <Field
      key={key}
      label={labelOf(key)}
      {...(isChecked && !hasContact && key === 'Name' ? { error: messages.leadWork.contactMissing } : {})}
      {...(isCountryMissing && key === 'Number' ? { hint: messages.duplicates.numberWithoutCountry } : {})}
    >
      {(control) => (
        <TextInput
          {...control}
          type={key === 'EmailAddress' ? 'email' : key === 'Number' ? 'tel' : 'text'}
          autoComplete="off"
          value={valueOf(key)}
          maxLength={importLimits.valueCharacters}
          onChange={({ target }) => type(key, target.value)}
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
        <DialogActions type="submit" form={formId} isBusy={isBusy} onCancel={onClose}>
          {saveLabel}
        </DialogActions>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className="grid gap-x-4 sm:grid-cols-2">{mainKeys.map(field)}</div>
        <details>
          <summary className="mb-3 cursor-pointer text-[13px] text-muted">More columns</summary>
          <div className="grid gap-x-4 sm:grid-cols-2">{otherKeys.map(field)}</div>
        </details>
      </form>
    </Dialog>
  );
};
