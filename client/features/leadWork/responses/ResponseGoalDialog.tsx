import { useId } from 'react';
import * as z from 'zod/mini';
import { Checkbox } from '#client/components/forms/Checkbox.tsx';
import { Field } from '#client/components/forms/Field.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { useForm } from '#client/components/forms/useForm.ts';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { DialogActions } from '#client/components/overlays/DialogActions.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { useDraftValue } from '#client/stores/drafts.ts';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { saveResponseGoal } from '#shared/contracts/responses.ts';
import { messages } from '#shared/messages.ts';
import { defaultResponseMinutes } from '#shared/responseGoal.ts';
import type { ResponseGoal } from '#shared/responseGoal.ts';
import { OfficeHoursFields } from './OfficeHoursFields.tsx';
import { useResponseGoal, useSaveResponseGoal } from './responses.api.ts';

const formId = 'response-goal';

const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Validation errors by field name, with the same rules as on the server. */
const errorsOf = (goal: ResponseGoal): Partial<Record<string, string>> => {
  const { error } = saveResponseGoal.body?.safeParse(goal) ?? {};
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [path.slice(0, 2).map(String).join('.'), message]),
  );
};

type ChoiceProps = { isChosen: boolean; onChange: (isChosen: boolean) => void; children: string };

const Choice = ({ isChosen, onChange, children }: ChoiceProps) => {
  const id = useId();
  return (
    <div className="flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-11">
      <Checkbox id={id} checked={isChosen} onChange={() => onChange(!isChosen)} />
      <label htmlFor={id}>{children}</label>
    </div>
  );
};

const goalDraft = z.object({
  hasGoal: z.boolean(),
  minutes: z.string(),
  hasHours: z.boolean(),
  hours: z.object({ days: z.array(z.number()), opens: z.string(), closes: z.string(), timeZone: z.string() }),
});
type GoalDraft = z.infer<typeof goalDraft>;
const draftPlace = 'response goal';

/** Parses a draft from browser storage. Null if it is missing or invalid. */
const readGoalDraft = (stored: unknown): GoalDraft | null => goalDraft.safeParse(stored).data ?? null;

type GoalFormProps = { goal: ResponseGoal; onSave: (goal: ResponseGoal) => void };

const GoalForm = ({ goal, onSave }: GoalFormProps) => {
  const saved: GoalDraft = {
    hasGoal: goal.minutes !== null,
    minutes: String(goal.minutes ?? defaultResponseMinutes),
    hasHours: goal.officeHours !== null,
    hours: goal.officeHours ?? { days: [1, 2, 3, 4, 5], opens: '09:00', closes: '17:00', timeZone: ownTimeZone() },
  };
  const [typed, setTyped] = useDraftValue(draftPlace, readGoalDraft);
  const { hasGoal, minutes, hasHours, hours } = typed ?? saved;
  const change = (changes: Partial<GoalDraft>): void => setTyped({ ...saved, ...typed, ...changes });
  const draft: ResponseGoal = {
    minutes: hasGoal ? Number(minutes || Number.NaN) : null,
    officeHours: hasHours ? hours : null,
  };
  const { errors, onSubmit } = useForm<string>({
    check: () => errorsOf(draft),
    submit: () => {
      onSave(draft);
      // The dialog discards the draft after saving.
      return false;
    },
  });
  return (
    <form id={formId} noValidate onSubmit={onSubmit} className="grid gap-4">
      <p className="text-[13px] text-pretty text-muted">
        A lead of a lead form waits until somebody changes its status or adds a note. Imported leads do not wait.
      </p>
      <div className="grid gap-2">
        <Choice isChosen={hasGoal} onChange={(isChosen) => change({ hasGoal: isChosen })}>
          Leads that wait too long are overdue
        </Choice>
        {hasGoal && (
          <Field label="Minutes until the first response" error={errors['minutes']}>
            {(control) => (
              <TextInput
                {...control}
                inputMode="numeric"
                autoComplete="off"
                className="w-32"
                value={minutes}
                onChange={({ target }) => change({ minutes: target.value })}
              />
            )}
          </Field>
        )}
      </div>
      <div className="grid gap-2">
        <Choice isChosen={hasHours} onChange={(isChosen) => change({ hasHours: isChosen })}>
          Only office hours count
        </Choice>
        {hasHours && (
          <OfficeHoursFields hours={hours} errors={errors} onChange={(changed) => change({ hours: changed })} />
        )}
      </div>
    </form>
  );
};

/** Edits the workspace's goal for the first response to a lead. */
export const ResponseGoalDialog = ({ onClose }: { onClose: () => void }) => {
  const { data, error, isFetching, refetch } = useResponseGoal();
  const [, , clear] = useDraftValue(draftPlace, readGoalDraft);
  const discard = (): void => {
    clear();
    onClose();
  };
  const { mutate, isPending } = useSaveResponseGoal(discard);
  return (
    <Dialog
      title="First Response"
      size="md"
      onClose={onClose}
      isBusy={isPending}
      footer={
        <DialogActions type="submit" form={formId} disabled={!data} isBusy={isPending} onCancel={discard}>
          Save
        </DialogActions>
      }
    >
      {data ? (
        <GoalForm goal={data} onSave={(goal) => mutate(goal)} />
      ) : error ? (
        <ErrorPanel
          message={messageOf(error, messages.responses.loadFailed)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <div aria-hidden="true" className="grid gap-4">
          <Skeleton className="h-8 w-64" />
          <Skeleton className="h-16 w-full" />
        </div>
      )}
    </Dialog>
  );
};
