import { useState } from 'react';
import { Checkbox } from '#client/components/forms/Checkbox.tsx';
import { Field } from '#client/components/forms/Field.tsx';
import { Select } from '#client/components/forms/Select.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { isSaved, useForm } from '#client/components/forms/useForm.ts';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { DialogActions } from '#client/components/overlays/DialogActions.tsx';
import { readParams, writeParams } from '#client/lib/address/address.ts';
import { rangeParams, readRange, writeRange } from '#client/lib/address/rangeAddress.ts';
import type { RangeAddress } from '#client/lib/address/rangeAddress.ts';
import { useDraftFields } from '#client/stores/drafts.ts';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { describeRange } from '#client/lib/describeRange.ts';
import type { View, ViewScreen } from '#shared/contracts/views.ts';
import { quickSelects } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import { nameRules } from '#shared/textRules.ts';
import { useChangeView, useSaveView } from './views.api.ts';

type ViewDialogProps = {
  screen: ViewScreen;
  /** Title of the screen. */
  screenTitle: string;
  /** The view to change. Null creates a view. */
  view: View | null;
  shown: URLSearchParams;
  /** The screen has a date range, which a view can save as a relative period. */
  hasPeriod: boolean;
  onClose: () => void;
  onSaved: (view: View) => void;
};

/** Parameters with the days as a relative period, or as the shown fixed dates. */
const withDays = (shown: URLSearchParams, { range, quickSelect }: RangeAddress, isMoving: boolean): string => {
  const isDefault = writeRange(range).since === '';
  const days =
    isMoving && quickSelect
      ? { since: '', until: '', period: isDefault ? null : quickSelect }
      : { ...range, period: null };
  return writeParams(rangeParams, days, shown).toString();
};

type ChoiceProps = { label: string; isChosen: boolean; onChange: (isChosen: boolean) => void };

const Choice = ({ label, isChosen, onChange }: ChoiceProps) => (
  <label className="flex min-h-9 items-center gap-2.5 text-sm pointer-coarse:min-h-11">
    <Checkbox checked={isChosen} onChange={() => onChange(!isChosen)} />
    {label}
  </label>
);

/** Saves the shown state as a new view, or renames and shares a view. */
export const ViewDialog = ({ screen, screenTitle, view, shown, hasPeriod, onClose, onSaved }: ViewDialogProps) => {
  const draft = useDraftFields(`view ${view?.id ?? screen}`, { text: view?.name ?? '' });
  const [isShared, setIsShared] = useState(view?.isShared ?? false);
  const [isDefault, setIsDefault] = useState(view?.isDefault ?? false);
  const [isMoving, setIsMoving] = useState(true);
  const saving = useSaveView(onSaved);
  const changing = useChangeView(onClose);
  const { error: failure, reset } = view ? changing : saving;
  const days = readRange(readParams(rangeParams, shown));
  const { range, quickSelect } = days;
  const period = quickSelects.find(({ id }) => id === quickSelect);
  const form = useForm({
    draft,
    rules: { text: nameRules },
    submit: ({ text: name }) => {
      const body = { name, isShared, isDefault };
      if (view) return isSaved(changing.mutateAsync({ id: view.id, ...body }));
      const query = hasPeriod ? withDays(shown, days, isMoving) : shown.toString();
      return isSaved(saving.mutateAsync({ ...body, screen, query }));
    },
  });
  const isPending = form.isSubmitting;

  return (
    <Dialog
      title={view ? 'Change view' : 'Save view'}
      size="sm"
      onClose={onClose}
      isBusy={isPending}
      footer={
        <DialogActions type="submit" form={form.id} isBusy={isPending} onCancel={onClose}>
          {view ? 'Save changes' : 'Save view'}
        </DialogActions>
      }
    >
      <form id={form.id} noValidate onSubmit={form.onSubmit} onChange={reset} className="grid gap-1">
        <Field
          label="Name"
          error={form.errors.text ?? (failure ? messageOf(failure, messages.views.failed) : undefined)}
        >
          {(control) => <TextInput {...control} {...form.register('text')} autoComplete="off" />}
        </Field>
        {!view && hasPeriod && (
          <Field label="Days">
            {(control) => (
              <Select
                {...control}
                value={period && isMoving ? 'moving' : 'fixed'}
                onChange={(event) => setIsMoving(event.target.value === 'moving')}
              >
                {period && <option value="moving">{period.label}, whenever it is opened</option>}
                <option value="fixed">{describeRange(range)}, always</option>
              </Select>
            )}
          </Field>
        )}
        <Choice label="Share with everyone in the workspace" isChosen={isShared} onChange={setIsShared} />
        <Choice label={`Open ${screenTitle} with this view`} isChosen={isDefault} onChange={setIsDefault} />
      </form>
    </Dialog>
  );
};
