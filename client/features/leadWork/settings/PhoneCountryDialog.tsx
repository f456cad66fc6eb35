import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '#client/components/forms/Field.tsx';
import { Select } from '#client/components/forms/Select.tsx';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { DialogActions } from '#client/components/overlays/DialogActions.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { notify } from '#client/components/toasts/notify.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { savePhoneCountry } from '#shared/contracts/duplicates.ts';
import { messages } from '#shared/messages.ts';
import { countryName, usePhoneCountry } from './phoneCountry.api.ts';

const byName = (codes: readonly string[]): { code: string; name: string }[] =>
  codes.map((code) => ({ code, name: countryName(code) })).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

export const PhoneCountryDialog = ({ onClose }: { onClose: () => void }) => {
  const queryClient = useQueryClient();
  const { data, error, isFetching, refetch } = usePhoneCountry();
  const [chosen, setChosen] = useState<string | null>(null);
  const country = chosen ?? data?.country ?? '';
  const save = useMutation({
    mutationFn: () => call(savePhoneCountry, { body: { country: country === '' ? null : country } }),
    onSuccess: ({ message }) => {
      notify.success(message);
      void queryClient.invalidateQueries({ queryKey: queryKeys.phoneCountry });
      onClose();
    },
    onError: (failure) => notify.failure(failure, messages.duplicates.countryFailed),
  });
  const isUnchanged = country === (data?.country ?? '');
  return (
    <Dialog
      title="Phone numbers"
      size="sm"
      onClose={onClose}
      isBusy={save.isPending}
      footer={
        <DialogActions
          onCancel={onClose}
          onClick={() => save.mutate()}
          disabled={!data || isUnchanged}
          isBusy={save.isPending}
        >
          Save
        </DialogActions>
      }
    >
      {error && !data ? (
        <ErrorPanel
          message={messageOf(error, messages.server.unexpected)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <Field
          label="Country of numbers without a country code"
          hint="Unless the lead itself says its country. Without one, these numbers are not compared."
        >
          {(control) => (
            <Select
              {...control}
              value={country}
              disabled={!data || save.isPending}
              onChange={({ target }) => setChosen(target.value)}
            >
              <option value="">None</option>
              {byName(data?.countries ?? []).map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </Dialog>
  );
};
