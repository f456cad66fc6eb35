import { useId } from 'react';
import type { ReactNode } from 'react';
import { NamedIcon } from '#client/components/marks/NamedIcon.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { NoValue } from '#client/components/values/NoValue.tsx';
import { formatMoney } from '#client/lib/format.ts';
import type { Budget } from '#shared/contracts/findings.ts';
import { describeMonth } from './months.ts';

/** Columns of the list. Phones show them below each other. */
export const budgetRowStyles = 'sm:grid sm:grid-cols-[minmax(0,1fr)_11rem_8rem_8rem] sm:items-center sm:gap-x-4';

const Amount = ({ label, children }: { label: string; children: ReactNode }) => (
  <p className="flex justify-between gap-3 py-0.5 text-[13px] tabular-nums sm:block sm:text-right">
    <span className="text-muted sm:sr-only">{label}:</span> {children}
  </p>
);

type BudgetRowProps = {
  budget: Budget;
  /** The typed text. Null if nothing was typed yet. */
  text: string | null;
  /** The error of an invalid amount. Null if the amount is valid or unchecked. */
  problem: string | null;
  onText: (text: string) => void;
};

export const BudgetRow = ({ budget, text, problem, onText }: BudgetRowProps) => {
  const id = useId();
  const { platform, accountName, currency, month, amount, platformAmount, spent } = budget;
  return (
    <li className={`${budgetRowStyles} border-t border-hairline py-2.5 max-sm:grid max-sm:gap-1.5`}>
      <label htmlFor={id} className="flex min-w-0 items-center gap-2 text-sm font-medium">
        <NamedIcon platform={platform} />
        <span dir="auto" className="min-w-0 truncate">
          {accountName}
        </span>
      </label>
      <div>
        <div className="flex items-center gap-2">
          <TextInput
            id={id}
            aria-label={`${accountName}, budget for ${describeMonth(month)}`}
            inputMode="decimal"
            autoComplete="off"
            aria-invalid={problem !== null || undefined}
            aria-describedby={problem !== null ? `${id}-error` : undefined}
            value={text ?? amount ?? ''}
            onChange={({ target }) => onText(target.value)}
            className="text-right tabular-nums"
          />
          <span className="w-9 shrink-0 text-[13px] text-muted">{currency}</span>
        </div>
        {problem !== null && (
          <p id={`${id}-error`} role="alert" className="pt-1 text-xs text-danger">
            {problem}
          </p>
        )}
      </div>
      <Amount label="From campaigns">
        {platformAmount === null ? <NoValue /> : formatMoney(platformAmount, currency)}
      </Amount>
      <Amount label="Spent so far">{formatMoney(spent, currency)}</Amount>
    </li>
  );
};
