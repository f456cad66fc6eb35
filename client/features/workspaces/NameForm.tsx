import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { Field } from '#client/components/forms/Field.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { useDraft } from '#client/stores/drafts.ts';
import { readText, workspaceNameRules } from '#shared/textRules.ts';
import { useRenameWorkspace } from './workspaces.api.ts';

/** Renames the workspace. The button appears with a change. */
export const NameForm = ({ name }: { name: string }) => {
  const id = useId();
  const [typed, setTyped, clear] = useDraft('workspace name', name);
  const [isSent, setIsSent] = useState(false);
  const { mutate, isPending } = useRenameWorkspace();
  const { value, error } = readText(workspaceNameRules, typed);
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    setIsSent(true);
    if (error === null && value !== name && !isPending) mutate(value, { onSuccess: () => clear() });
  };
  return (
    <form id={id} noValidate onSubmit={handleSubmit}>
      <Field label="Name" {...(isSent && error !== null ? { error } : {})}>
        {(control) => (
          <div className="flex gap-2">
            <div className="min-w-0 flex-1">
              <TextInput
                {...control}
                autoComplete="organization"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            </div>
            {value !== name && (
              <Button type="submit" isBusy={isPending}>
                Rename
              </Button>
            )}
          </div>
        )}
      </Field>
    </form>
  );
};
