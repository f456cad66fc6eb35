import { useState } from 'react';
import { useForm } from '#client/components/forms/useForm.ts';
import { Segments } from '#client/components/layout/Segments.tsx';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { DialogActions } from '#client/components/overlays/DialogActions.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { useDraftFields } from '#client/stores/drafts.ts';
import { messageOf } from '#client/lib/api/ApiError.ts';
import type { Budget } from '#shared/contracts/findings.ts';
import { readAmount } from '#shared/lib/readAmount.ts';
import { messages } from '#shared/messages.ts';
import { isPlatformId } from '#shared/platforms.ts';
import { useBudgets, useSaveBudgets } from '../findings.api.ts';
import type { BudgetEntry } from '../findings.api.ts';
import { BudgetRow, budgetRowStyles } from './BudgetRow.tsx';
import { describeMonth, monthsToPlan } from './months.ts';

/** Key of a budget in the draft. Includes the currency, which determines how the text is parsed. */
const nameOf = ({ platform, accountId, month, currency }: Budget): string =>
  [platform, accountId, month, currency ?? ''].join(' ');

type Entry = BudgetEntry & { problem: string | null };

/** Null if the draft holds something else. An empty text removes the budget. */
const readEntry = (name: string, text: string): Entry | null => {
  const [platform, accountId, month, currency = ''] = name.split(' ');
  if (!isPlatformId(platform) || accountId === undefined || month === undefined) return null;
  if (text.trim() === '') return { platform, accountId, month, amount: null, problem: null };
  const { amount, problem } = readAmount(text, currency);
  return { platform, accountId, month, amount, problem: amount === 0 ? messages.findings.invalidBudget : problem };
};

/** The budgets of the ad accounts for this month and the next. */
export const BudgetsDialog = ({ onClose }: { onClose: () => void }) => {
  const [months] = useState(monthsToPlan);
  const [month, setMonth] = useState(months[0]);
  const { texts, type, clear } = useDraftFields<string>('budgets', {});
  const { data, error, isFetching, refetch } = useBudgets(month);
  const discard = (): void => {
    clear();
    onClose();
  };
  const { mutate, isPending } = useSaveBudgets(discard);
  const entries = Object.entries(texts)
    .flatMap(([name, text]) => readEntry(name, text) ?? [])
    // A draft of an earlier month is no longer visible.
    .filter((entry) => months.includes(entry.month));
  const form = useForm({
    submit: () => {
      const invalid = entries.find(({ problem }) => problem !== null);
      const invalidMonth = months.find((each) => each === invalid?.month);
      if (invalidMonth) setMonth(invalidMonth);
      else mutate(entries.map(({ problem: _none, ...entry }) => entry));
      return false;
    },
  });
  return (
    <Dialog
      title="Budgets"
      onClose={onClose}
      isBusy={isPending}
      footer={
        <DialogActions
          type="submit"
          form={form.id}
          disabled={entries.length === 0}
          isBusy={isPending}
          onCancel={discard}
        >
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
          <form id={form.id} noValidate onSubmit={form.onSubmit}>
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
                    const name = nameOf(budget);
                    const text = texts[name] ?? null;
                    const problem = form.isChecked && text !== null ? (readEntry(name, text)?.problem ?? null) : null;
                    return (
                      <BudgetRow
                        key={name}
                        budget={budget}
                        text={text}
                        problem={problem}
                        onText={(typed) => type(name, typed)}
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
