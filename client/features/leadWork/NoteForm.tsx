import { useId } from 'react';
import type { FormEvent } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { inputStyles } from '#client/components/forms/inputStyles.ts';
import { useDraft } from '#client/stores/drafts.ts';
import { cn } from '#client/lib/cn.ts';
import { leadWorkLimits } from '#shared/limits.ts';
import type { LeadChange } from './leadWork.api.ts';

/** Adds a note. What was typed stays until it is stored. */
export const NoteForm = ({ leadId, change }: { leadId: string; change: LeadChange }) => {
  const id = useId();
  const [note, setNote, clear] = useDraft(`lead ${leadId} note`);
  const isEmpty = note.trim() === '';
  const isSaving = change.isPending && change.variables.note !== undefined;
  const save = (event?: FormEvent): void => {
    event?.preventDefault();
    if (isEmpty || isSaving) return;
    change.mutateAsync({ note }).then(
      () => clear(note),
      () => {
        // The mutation has reported it, and the note stays.
      },
    );
  };
  return (
    <form onSubmit={save} className="grid gap-2">
      <label htmlFor={id} className="sr-only">
        Note
      </label>
      <textarea
        id={id}
        rows={2}
        value={note}
        maxLength={leadWorkLimits.note}
        placeholder="Write a note"
        className={cn(inputStyles, 'field-sizing-content h-auto! max-h-60 min-h-16 py-2')}
        onChange={({ target }) => setNote(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
        }}
      />
      <div className="flex justify-end">
        <Button type="submit" size="sm" disabled={isEmpty} isBusy={isSaving}>
          Add note
        </Button>
      </div>
    </form>
  );
};
