import { useId } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { inputStyles } from '#client/components/forms/inputStyles.ts';
import { isSaved, useForm } from '#client/components/forms/useForm.ts';
import { useDraftFields } from '#client/stores/drafts.ts';
import { cn } from '#client/lib/cn.ts';
import { leadWorkLimits } from '#shared/limits.ts';
import type { LeadChange } from './leadWork.api.ts';

/** Adds a note. Keeps the typed text until the note is saved. */
export const NoteForm = ({ leadId, change }: { leadId: string; change: LeadChange }) => {
  const id = useId();
  const draft = useDraftFields(`lead ${leadId} note`, { text: '' });
  const isEmpty = draft.texts.text.trim() === '';
  const { onSubmit, register, isSubmitting } = useForm({
    draft,
    submit: ({ text: note }) => !isEmpty && isSaved(change.mutateAsync({ note })),
  });
  return (
    <form onSubmit={onSubmit} className="grid gap-2">
      <label htmlFor={id} className="sr-only">
        Note
      </label>
      <textarea
        {...register('text')}
        id={id}
        rows={2}
        maxLength={leadWorkLimits.note}
        placeholder="Write a note"
        className={cn(inputStyles, 'field-sizing-content h-auto! max-h-60 min-h-16 py-2')}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
      />
      <div className="flex justify-end">
        <Button type="submit" size="sm" disabled={isEmpty} isBusy={isSubmitting}>
          Add note
        </Button>
      </div>
    </form>
  );
};
