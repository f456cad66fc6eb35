import { ChevronRight } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import type { Overview } from '#shared/contracts/overview.ts';
import { countOf } from '#client/lib/countOf.ts';

const SourcesTable = lazyScreen(async () => (await import('./SourcesTable.tsx')).SourcesTable);

/** Data sources of the metrics. Details load when the person opens them. */
export const MetricSources = ({ overview }: { overview: Overview }) => {
  const { accounts, accountsLeftOut } = overview;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="group rounded-md border border-hairline bg-surface"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-md px-4 text-[13px] [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 text-muted transition-transform group-open:rotate-90" />
        <span className="font-medium">Where these figures come from</span>
        <span className="truncate text-muted">
          {countOf(accounts.length, 'ad account')}
          {accountsLeftOut > 0 && `, ${accountsLeftOut} left out`}
        </span>
      </summary>
      <Suspense>{isOpen && <SourcesTable overview={overview} />}</Suspense>
    </details>
  );
};
