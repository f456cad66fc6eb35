import { Field } from '#client/components/forms/Field.tsx';
import { inputStyles } from '#client/components/forms/inputStyles.ts';
import { useForm } from '#client/components/forms/useForm.ts';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { DialogActions } from '#client/components/overlays/DialogActions.tsx';
import { useDraftFields } from '#client/stores/drafts.ts';
import { cn } from '#client/lib/cn.ts';
import { findingLimits } from '#shared/limits.ts';

type ExpectedDialogProps = { id: string; onMark: (note: string | undefined) => void; onClose: () => void };

/** Marks a finding as expected, with a note. */
export const ExpectedDialog = ({ id, onMark, onClose }: ExpectedDialogProps) => {
  const form = useForm({
    draft: useDraftFields(`finding ${id} note`, { text: '' }),
    submit: ({ text: note }) => {
      onMark(note.trim() === '' ? undefined : note);
      return true;
    },
  });
  return (
    <Dialog
      title="Expected"
      size="sm"
      onClose={onClose}
      footer={
        <DialogActions type="submit" form={form.id} onCancel={onClose}>
          Mark as Expected
        </DialogActions>
      }
    >
      <form id={form.id} onSubmit={form.onSubmit} className="grid gap-3">
        <p className="text-[13px] text-pretty text-muted">
          The finding will not be reported again for this cause. Everybody in the workspace sees the note.
        </p>
        <Field label="Note (optional)">
          {(control) => (
            <textarea
              {...control}
              {...form.register('text')}
              rows={3}
              maxLength={findingLimits.note}
              placeholder="Such as: sale until Sunday"
              className={cn(inputStyles, 'h-auto! min-h-20 py-2')}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
};
