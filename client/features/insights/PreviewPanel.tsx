import { SlidersHorizontal } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '#client/components/Button.tsx';
import { ErrorPanel } from '#client/components/ErrorPanel.tsx';
import { PageHeader } from '#client/components/PageHeader.tsx';
import { Pagination } from '#client/components/Pagination.tsx';
import { formatDay } from '#client/lib/format.ts';
import type { AdAccount } from '#shared/contracts/adAccounts.ts';
import { defaultRange, localDay } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { FiltersDialog } from './FiltersDialog.tsx';
import type { InsightRow } from './insights.api.ts';
import { InsightsTable } from './InsightsTable.tsx';
import { previewPage } from './previewPages.ts';
import { usePreview } from './usePreview.ts';
import type { PreviewFilters } from './usePreview.ts';
import { WarningsNotice } from './WarningsNotice.tsx';

/** What stands on the screen, for those who work on with it. */
export type LoadedInsights = {
  /** Every row that was read so far. */
  rows: readonly InsightRow[];
  accountIds: readonly string[];
  range: DateRange;
};

type PreviewPanelProps = {
  platform: PlatformId;
  accounts: readonly AdAccount[];
  selectedIds: readonly string[];
  /** The primary action, for what is loaded. */
  renderAction: (loaded: LoadedInsights) => ReactNode;
};

const initialFilters = (accountIds: readonly string[]): PreviewFilters => ({
  accountIds,
  range: defaultRange(localDay(new Date())),
  quickSelect: 'last7Days',
});

const describe = (platform: PlatformId, { accountIds, range }: PreviewFilters, accountCount: number): string =>
  [
    `${platformNames[platform]} Ads`,
    range.since === range.until ? formatDay(range.since) : `${formatDay(range.since)} – ${formatDay(range.until)}`,
    `${accountIds.length} of ${accountCount} ${accountCount === 1 ? 'account' : 'accounts'}`,
  ].join(' · ');

/** The rows of the selected accounts, with filters and paging. Give it a key: a new selection starts afresh. */
export const PreviewPanel = ({ platform, accounts, selectedIds, renderAction }: PreviewPanelProps) => {
  const preview = usePreview(platform, initialFilters(selectedIds));
  const { filters, history, isLoading, isStepping, failure } = preview;
  const [isFiltering, setIsFiltering] = useState(false);
  const [isApplying, setIsApplying] = useState(false);
  const { datasets } = history;
  const allRows = useMemo(() => datasets.flatMap((dataset) => dataset.rows), [datasets]);
  const warnings = datasets.flatMap((dataset) => dataset.warnings);
  const page = previewPage[platform](preview);
  const hasAnswer = datasets.length > 0;

  const apply = async (next: PreviewFilters): Promise<void> => {
    setIsApplying(true);
    if (await preview.load(next)) setIsFiltering(false);
    setIsApplying(false);
  };
  const closeFilters = (): void => {
    // What the dialog did not ask for goes on loading behind it.
    if (isApplying) preview.cancelLoad();
    setIsFiltering(false);
  };

  return (
    <>
      <PageHeader
        title="Preview"
        subtitle={describe(platform, filters, accounts.length)}
        actions={
          <>
            <Button icon={<SlidersHorizontal />} onClick={() => setIsFiltering(true)}>
              Filters
            </Button>
            {renderAction({ rows: allRows, accountIds: filters.accountIds, range: filters.range })}
          </>
        }
      />
      <div className="grid grid-cols-1 gap-3">
        <WarningsNotice warnings={warnings} accounts={accounts} />
        {failure !== null && !hasAnswer ? (
          <ErrorPanel message={failure} onRetry={() => void preview.load(filters)} isRetrying={isLoading} />
        ) : (
          <>
            <InsightsTable
              platform={platform}
              accounts={accounts}
              selectedIds={filters.accountIds}
              rows={page.rows}
              allRows={allRows}
              isLoading={isLoading && !hasAnswer}
              isRefreshing={(isLoading || isStepping) && hasAnswer}
              emptyHint={
                filters.accountIds.length === 0
                  ? 'Choose at least one account in the filters.'
                  : 'There is nothing for these accounts and days. Try other days in the filters.'
              }
            />
            <Pagination {...page} isBusy={isLoading || isStepping} />
          </>
        )}
      </div>
      {isFiltering && (
        <FiltersDialog
          accounts={accounts}
          filters={filters}
          isLoading={isLoading}
          onCancel={closeFilters}
          onApply={(next) => void apply(next)}
        />
      )}
    </>
  );
};
