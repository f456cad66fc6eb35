import { Wallet, X } from 'lucide-react';
import { Suspense } from 'react';
import { MoreMenu } from '#client/components/actions/MoreMenu.tsx';
import { Button } from '#client/components/buttons/Button.tsx';
import { FilterMenu } from '#client/components/forms/FilterMenu.tsx';
import { Segments } from '#client/components/layout/Segments.tsx';
import { PlatformIcon } from '#client/components/marks/PlatformIcon.tsx';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { useIsCompact } from '#client/lib/hooks/useMediaQuery.ts';
import { shownStates } from '#client/lib/address/findingsAddress.ts';
import { accountKey } from '#client/lib/address/params.ts';
import { findingKindNames, findingKinds } from '#shared/findings.ts';
import { platformIds, platformNames } from '#shared/platforms.ts';
import { useBudgets } from '../findings.api.ts';
import { monthsToPlan } from '../budgets/months.ts';
import type { FindingsAddress } from '../useFindingsAddress.ts';

const CompactTools = lazyScreen(async () => (await import('#client/components/layout/CompactTools.tsx')).CompactTools);

const stateNames: Readonly<Record<(typeof shownStates)[number], string>> = { open: 'Open', ended: 'Ended' };
const states = shownStates.map((id) => ({ id, label: stateNames[id] }));
const kindOptions = findingKinds.map((value) => ({ value, label: findingKindNames[value] }));
const platformOptions = platformIds.map((value) => ({
  value,
  label: (
    <>
      <PlatformIcon platform={value} className="size-4 shrink-0" />
      {platformNames[value]}
    </>
  ),
}));

/** State and filters. */
export const FindingsToolbar = ({ address, onBudgets }: { address: FindingsAddress; onBudgets: () => void }) => {
  const { state, kind, platform: platforms, account, hasFilters, filter, clearFilters } = address;
  // The budgets list all ad accounts.
  const { data: budgets = [] } = useBudgets(monthsToPlan()[0]);
  const accountOptions = budgets.map(({ platform, accountId, accountName }) => ({
    value: accountKey({ platform, accountId }),
    label: (
      <>
        <PlatformIcon platform={platform} className="size-4 shrink-0" />
        <span dir="auto" className="min-w-0 truncate">
          {accountName}
        </span>
      </>
    ),
  }));
  const shown = (
    <Segments label="State" options={states} selected={state} onSelect={(chosen) => filter({ state: chosen })} />
  );
  const filters = (
    <>
      <FilterMenu title="Kind" options={kindOptions} selected={kind} onChange={(chosen) => filter({ kind: chosen })} />
      <FilterMenu
        title="Platform"
        options={platformOptions}
        selected={platforms}
        onChange={(chosen) => filter({ platform: chosen })}
      />
      <FilterMenu
        title="Account"
        options={accountOptions}
        selected={account}
        onChange={(chosen) => filter({ account: chosen })}
      />
    </>
  );
  if (useIsCompact())
    return (
      <Suspense fallback={<div className="h-11" />}>
        <CompactTools
          first={shown}
          filters={filters}
          count={[kind, platforms, account].filter(({ length }) => length > 0).length}
          onClear={clearFilters}
          more={
            <MoreMenu
              actions={[{ key: 'budgets', label: 'Budgets', icon: <Wallet aria-hidden="true" />, onSelect: onBudgets }]}
            />
          }
        />
      </Suspense>
    );
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {shown}
      {filters}
      {hasFilters && (
        <Button variant="ghost" icon={<X />} onClick={clearFilters}>
          Clear filters
        </Button>
      )}
    </div>
  );
};
