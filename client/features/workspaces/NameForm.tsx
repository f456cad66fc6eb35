import { Button } from '#client/components/buttons/Button.tsx';
import { Field } from '#client/components/forms/Field.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { isSaved, useForm } from '#client/components/forms/useForm.ts';
import { useDraftFields } from '#client/stores/drafts.ts';
import { workspaceNameRules } from '#shared/textRules.ts';
import { useRenameWorkspace } from './workspaces.api.ts';

/** Renames the workspace. The button appears once the name changes. */
export const NameForm = ({ name }: { name: string }) => {
  const draft = useDraftFields('workspace name', { text: name });
  const { mutateAsync } = useRenameWorkspace();
  const form = useForm({
    draft,
    rules: { text: workspaceNameRules },
    submit: ({ text }) => text === name || isSaved(mutateAsync(text)),
  });
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <Field label="Name" error={form.errors.text}>
        {(control) => (
          <div className="flex gap-2">
            <div className="min-w-0 flex-1">
              <TextInput {...control} {...form.register('text')} autoComplete="organization" />
            </div>
            {draft.texts.text.trim() !== name && (
              <Button type="submit" isBusy={form.isSubmitting}>
                Rename
              </Button>
            )}
          </div>
        )}
      </Field>
    </form>
  );
};
