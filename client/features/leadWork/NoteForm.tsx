import { useEffect, useId, useRef } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { inputStyles } from '#client/components/forms/inputStyles.ts';
import { isSaved, useForm } from '#client/components/forms/useForm.ts';
import { useDraftFields } from '#client/stores/drafts.ts';
import { cn } from '#client/lib/cn.ts';
import { leadWorkLimits } from '#shared/limits.ts';
import type { LeadChange } from './leadWork.api.ts';

type NoteFormProps = {
  leadId: string;
  change: LeadChange;
  /** Takes the focus. */
  isOpenedFor: boolean;
};

/** Adds a note. Keeps the typed text until the note is saved. */
export const NoteForm = ({ leadId, change, isOpenedFor }: NoteFormProps) => {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  // The dialog focuses its first button when it opens, before this effect.
  useEffect(() => {
    if (isOpenedFor) field.current?.focus();
  }, [isOpenedFor]);
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
        ref={field}
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
