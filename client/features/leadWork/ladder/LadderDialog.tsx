import { closestCenter } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { DragArea } from '#client/components/drag/DragArea.tsx';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { DialogActions } from '#client/components/overlays/DialogActions.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { Spinner } from '#client/components/states/Spinner.tsx';
import { useDraftValue } from '#client/stores/drafts.ts';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { leadWorkLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { useLadderInUse, useSaveLadder } from './ladder.api.ts';
import { addStep, changeStep, moveStep, removeStep, readLadderDraft, startDraft, toLadderBody } from './ladderDraft.ts';
import type { DraftStep, LadderDraft } from './ladderDraft.ts';
import { RemoveStep } from './RemoveStep.tsx';
import { StatusTexts } from './StatusTexts.tsx';
import { StepRow } from './StepRow.tsx';

type Stored = NonNullable<ReturnType<typeof useLadderInUse>['data']>;
type EditorProps = { stored: Stored; draft: LadderDraft; onChange: (draft: LadderDraft) => void };

const Editor = ({ stored, draft, onChange }: EditorProps) => {
  const { steps } = draft;
  const keys = steps.map(({ key }) => key);
  /** The status being removed, while the person chooses where its leads go. */
  const [removed, setRemoved] = useState<string | null>(null);
  /** Counts the status's own leads, plus those moved to it from removed statuses. */
  const leadsAt = (id: string | null): number => {
    const ids = [id, ...draft.moves.flatMap(({ from, to }) => (to === id ? [from] : []))];
    return stored.steps.reduce((sum, step) => (ids.includes(step.id) ? sum + step.leads : sum), 0);
  };
  const remove = (step: DraftStep): void => {
    if (leadsAt(step.id) > 0) setRemoved(step.key);
    else onChange(removeStep(draft, step, null));
  };
  return (
    <>
      <p className="mb-2 text-xs text-muted">
        Every lead has one of these statuses. The meaning decides how figures count it: a status that means “New” is
        where leads begin.
      </p>
      <DragArea
        collisionDetection={closestCenter}
        onDragEnd={({ active, over }) => {
          if (!over || over.id === active.id) return;
          onChange(moveStep(draft, String(active.id), keys.indexOf(String(over.id))));
        }}
      >
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ol aria-label="Statuses, in order">
            {steps.map((step, position) => (
              <StepRow
                key={step.key}
                step={step}
                position={position}
                count={steps.length}
                onChange={(change) => onChange(changeStep(draft, step.key, change))}
                onMove={(to) => onChange(moveStep(draft, step.key, to))}
                onRemove={() => remove(step)}
              />
            ))}
          </ol>
        </SortableContext>
      </DragArea>
      {steps
        .filter(({ key }) => key === removed)
        .map((step) => (
          <RemoveStep
            key={step.key}
            step={step}
            leads={leadsAt(step.id)}
            others={steps.filter(({ key }) => key !== step.key)}
            onCancel={() => setRemoved(null)}
            onRemove={(to) => {
              setRemoved(null);
              onChange(removeStep(draft, step, to));
            }}
          />
        ))}
      <Button
        icon={<Plus />}
        size="sm"
        className="mt-2"
        disabled={steps.length >= leadWorkLimits.statuses}
        onClick={() => onChange(addStep(draft, crypto.randomUUID()))}
      >
        Add a status
      </Button>
      {stored.texts.length > 0 && (
        <StatusTexts
          texts={stored.texts}
          draft={draft}
          onChange={(text, statusId) => onChange({ ...draft, texts: { ...draft.texts, [text]: statusId } })}
        />
      )}
    </>
  );
};

/** Edits the names, colors, order and meanings of statuses, and maps imported status texts. */
export const LadderDialog = ({ onClose }: { onClose: () => void }) => {
  const { data: stored, error, isFetching, refetch } = useLadderInUse();
  const [edited, setEdited, clear] = useDraftValue('lead statuses', readLadderDraft);
  const saving = useSaveLadder(() => {
    clear();
    onClose();
  });
  const draft = edited ?? (stored && startDraft(stored.statuses));
  const isComplete = draft !== undefined && draft.steps.every(({ name }) => name.trim() !== '');
  return (
    <Dialog
      title="Statuses"
      onClose={onClose}
      isBusy={saving.isPending}
      footer={
        <DialogActions
          onCancel={() => {
            clear();
            onClose();
          }}
          isBusy={saving.isPending}
          disabled={!edited || !isComplete}
          onClick={() => stored && draft && saving.mutate(toLadderBody(draft, stored.statuses))}
        >
          Save
        </DialogActions>
      }
    >
      {saving.isError && (
        <p role="alert" className="mb-2 text-[13px] text-danger">
          {messageOf(saving.error, messages.leadWork.statusesNotSaved)}
        </p>
      )}
      {stored && draft ? (
        <Editor stored={stored} draft={draft} onChange={setEdited} />
      ) : error ? (
        <ErrorPanel
          message={messageOf(error, messages.leadWork.statusesNotLoaded)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <Spinner label="Loading statuses" className="min-h-60" />
      )}
    </Dialog>
  );
};
