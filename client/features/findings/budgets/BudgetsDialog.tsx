import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { Segments } from '#client/components/layout/Segments.tsx';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { DialogActions } from '#client/components/overlays/DialogActions.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import type { Budget } from '#shared/contracts/findings.ts';
import { messages } from '#shared/messages.ts';
import { useBudgets, useSaveBudgets } from '../findings.api.ts';
import type { BudgetEntry } from '../findings.api.ts';
import { BudgetRow, budgetRowStyles } from './BudgetRow.tsx';
import { describeMonth, monthsToPlan } from './months.ts';
import { readAmount } from './readAmount.ts';

/** A budget whose text a person has changed. */
type Draft = { budget: Budget; text: string };

const keyOf = ({ platform, accountId, month }: Budget): string => `${platform}:${accountId}:${month}`;

const toEntry = ({ budget: { platform, accountId, month }, text }: Draft): BudgetEntry | null => {
  const amount = readAmount(text);
  return amount === 'invalid' ? null : { platform, accountId, month, amount };
};

/** The budgets of the ad accounts for this month and the next. */
export const BudgetsDialog = ({ onClose }: { onClose: () => void }) => {
  const formId = useId();
  const [months] = useState(monthsToPlan);
  const [month, setMonth] = useState(months[0]);
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());
  const [isChecked, setIsChecked] = useState(false);
  const { data, error, isFetching, refetch } = useBudgets(month);
  const { mutate, isPending } = useSaveBudgets(onClose);
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setIsChecked(true);
    const entries = [...drafts.values()].map(toEntry);
    const invalid = [...drafts.values()].find((draft) => toEntry(draft) === null);
    if (invalid) setMonth(invalid.budget.month);
    else mutate(entries.filter((entry) => entry !== null));
  };
  return (
    <Dialog
      title="Budgets"
      onClose={onClose}
      isBusy={isPending}
      footer={
        <DialogActions type="submit" form={formId} disabled={drafts.size === 0} isBusy={isPending} onCancel={onClose}>
          Save
        </DialogActions>
      }
    >
      <div className="grid gap-3">
        <p className="text-[13px] text-pretty text-muted">
          The budget of an account for the month. Without one, the daily budgets of its campaigns count, if all running
          campaigns have one.
        </p>
        <div>
          <Segments
            label="Month"
            options={months.map((id) => ({ id, label: describeMonth(id) }))}
            selected={month}
            onSelect={setMonth}
          />
        </div>
        {data ? (
          <form id={formId} noValidate onSubmit={handleSubmit}>
            {data.length === 0 ? (
              <EmptyState
                title="No ad accounts"
                description="As soon as the figures of an account are read, its budget can be entered here."
              />
            ) : (
              <>
                <div aria-hidden="true" className={`${budgetRowStyles} pb-1.5 text-xs text-muted max-sm:hidden`}>
                  <span>Account</span>
                  <span>Budget</span>
                  <span className="text-right">From campaigns</span>
                  <span className="text-right">Spent so far</span>
                </div>
                <ul>
                  {data.map((budget) => {
                    const draft = drafts.get(keyOf(budget));
                    return (
                      <BudgetRow
                        key={keyOf(budget)}
                        budget={budget}
                        text={draft?.text ?? null}
                        isInvalid={isChecked && draft !== undefined && toEntry(draft) === null}
                        onText={(text) => setDrafts(new Map(drafts).set(keyOf(budget), { budget, text }))}
                      />
                    );
                  })}
                </ul>
              </>
            )}
          </form>
        ) : error ? (
          <ErrorPanel
            message={messageOf(error, messages.findings.budgetsFailed)}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <div aria-hidden="true" className="grid animate-appear gap-4 py-2">
            <Skeleton className="h-8 w-full" />
            <Skeleton className="h-8 w-full" />
            <Skeleton className="h-8 w-full" />
          </div>
        )}
      </div>
    </Dialog>
  );
};
