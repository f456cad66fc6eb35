import { Field } from '#client/components/forms/Field.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { useForm } from '#client/components/forms/useForm.ts';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { DialogActions } from '#client/components/overlays/DialogActions.tsx';
import { useDraftFields } from '#client/stores/drafts.ts';
import { leadWorkLimits } from '#shared/limits.ts';

type TagsDialogProps = {
  /** Describes the selection, for example "3 leads". */
  leads: string;
  isBusy: boolean;
  onClose: () => void;
  onSave: (tags: { add: string[]; remove: string[] }) => void;
};

const readTags = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];

const fault = (tags: readonly string[]): string | undefined => {
  if (tags.some((tag) => tag.length > leadWorkLimits.tag)) return `A tag has at most ${leadWorkLimits.tag} characters`;
  return tags.length > leadWorkLimits.tags ? `A lead can have ${leadWorkLimits.tags} tags` : undefined;
};

/** Adds tags to the selected leads, and removes tags from them. */
export const TagsDialog = ({ leads, isBusy, onClose, onSave }: TagsDialogProps) => {
  const draft = useDraftFields('tags of many leads', { add: '', remove: '' });
  const { texts } = draft;
  const tags = { add: readTags(texts.add), remove: readTags(texts.remove) };
  const isEmpty = tags.add.length + tags.remove.length === 0;
  const isWrong = fault(tags.add) !== undefined || fault(tags.remove) !== undefined;
  const form = useForm({
    draft,
    submit: () => {
      if (isEmpty || isWrong || isBusy) return false;
      onSave(tags);
      return true;
    },
  });
  const fields = [
    { name: 'add', label: 'Add tags' },
    { name: 'remove', label: 'Remove tags' },
  ] as const;
  return (
    <Dialog
      title={`Tags of ${leads}`}
      size="sm"
      onClose={onClose}
      isBusy={isBusy}
      footer={
        <DialogActions type="submit" form={form.id} isBusy={isBusy} disabled={isEmpty || isWrong} onCancel={onClose}>
          Save
        </DialogActions>
      }
    >
      <form id={form.id} onSubmit={form.onSubmit}>
        {fields.map(({ name, label }) => {
          const error = fault(tags[name]);
          return (
            <Field
              key={name}
              label={label}
              hint="Separate tags with commas"
              {...(error === undefined ? {} : { error })}
            >
              {(control) => <TextInput {...control} {...form.register(name)} />}
            </Field>
          );
        })}
      </form>
    </Dialog>
  );
};
