import { useState } from 'react';
import { AccountsTable } from '#client/components/tables/AccountsTable.tsx';
import { Button } from '#client/components/buttons/Button.tsx';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import type { AdAccount } from '#shared/contracts/adAccounts.ts';
import { localDay } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import { RangeFields } from '#client/components/forms/RangeFields.tsx';
import type { PreviewFilters } from './usePreview.ts';

type FiltersDialogProps = {
  accounts: readonly AdAccount[];
  filters: PreviewFilters;
  isLoading: boolean;
  onCancel: () => void;
  onApply: (filters: PreviewFilters) => void;
};

/** Accounts and days of a preview. The Apply button applies changes. */
export const FiltersDialog = ({ accounts, filters, isLoading, onCancel, onApply }: FiltersDialogProps) => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set(filters.accountIds));
  const [dates, setDates] = useState({ range: filters.range, quickSelect: filters.quickSelect });
  const [today] = useState(() => localDay(new Date()));
  const accountIds = accounts.map(({ id }) => id).filter((id) => selected.has(id));
  const isNothingSelected = accountIds.length === 0;
  return (
    <Dialog
      title="Data Filters & Settings"
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            variant="primary"
            disabled={isNothingSelected}
            isBusy={isLoading}
            onClick={() => onApply({ accountIds, ...dates })}
          >
            Apply Changes
          </Button>
        </>
      }
    >
      <h3 className="mb-2 font-semibold">Date range</h3>
      <RangeFields {...dates} today={today} onChange={setDates} />
      <div className="mt-1 mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">Accounts</h3>
        <p aria-live="polite" className="text-[13px] text-muted tabular-nums">
          {accountIds.length} of {accounts.length} selected
        </p>
        <div className="ml-auto flex gap-1">
          <Button size="sm" variant="ghost" onClick={() => setSelected(new Set(accounts.map(({ id }) => id)))}>
            Select all
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setSelected(new Set())}>
            Deselect all
          </Button>
        </div>
      </div>
      <AccountsTable
        accounts={accounts}
        selected={selected}
        onChange={setSelected}
        heightClass="max-h-64"
        empty={<EmptyState title={messages.empty.table} />}
      />
      <p role="alert" className="min-h-6 pt-1.5 text-[13px] text-danger">
        {isNothingSelected && messages.validation.minimumOneAccount}
      </p>
    </Dialog>
  );
};
