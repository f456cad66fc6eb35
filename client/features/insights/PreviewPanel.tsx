import { SlidersHorizontal } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { ColumnsMenu } from '#client/components/tables/ColumnsMenu.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { PageHeader } from '#client/components/layout/PageHeader.tsx';
import { Pagination } from '#client/components/tables/Pagination.tsx';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import type { PreviewState } from '#client/lib/address/previewState.ts';
import { useIsConnected } from '#client/stores/userStore.ts';
import { insightFacts } from '#shared/insights.ts';
import { localDay, quickSelectRange } from '#shared/lib/dateRange.ts';
import type { DateRange, QuickSelectId } from '#shared/lib/dateRange.ts';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { describeRange } from '#client/lib/describeRange.ts';
import type { InsightRow } from './insights.api.ts';
import { InsightsTable, insightsTableName } from './InsightsTable.tsx';
import { PeriodMenu } from '#client/components/forms/PeriodMenu.tsx';
import { LostConnectionBanner } from './LostConnectionBanner.tsx';
import { previewPageOf } from './previewPages.ts';
import { usePreview } from './usePreview.ts';
import type { PreviewFilters } from './usePreview.ts';
import { usePreviewAddress } from './usePreviewAddress.ts';
import { useQuickSelectKeys } from '#client/lib/keys/useQuickSelectKeys.ts';
import { WarningsBanner } from './WarningsBanner.tsx';

/** Loaded on demand: it is as large as the rest of the screen, and viewing rows does not need it. */
const FiltersDialog = lazyScreen(async () => (await import('./FiltersDialog.tsx')).FiltersDialog);

export type LoadedInsights = {
  /** All rows loaded so far. */
  rows: readonly InsightRow[];
  accountIds: readonly string[];
  range: DateRange;
};

type PreviewPanelProps = {
  /** The selected accounts. The days are in the address. */
  selection: PreviewState;
  /** The primary action, given the loaded rows. */
  renderAction: (loaded: LoadedInsights) => ReactNode;
  /** The access was lost. Stored rows can still be read. */
  isLost: boolean;
  /** Replaces the rows of a platform that is not connected. */
  notConnected: ReactNode;
  onFailure: (error: unknown) => void;
};

const describe = (platform: PlatformId, { accountIds, range }: PreviewFilters, accountCount: number): string =>
  [
    `${platformNames[platform]} Ads`,
    describeRange(range),
    `${accountIds.length} of ${accountCount} ${accountCount === 1 ? 'account' : 'accounts'}`,
  ].join(' · ');

/** Rows of the selected accounts, with filters and paging. Use the platform as its key. */
export const PreviewPanel = ({ selection, isLost, renderAction, notConnected, onFailure }: PreviewPanelProps) => {
  const { platform, accounts, selected } = selection;
  const isConnected = useIsConnected(platform) || isLost;
  const { range, quickSelect, page: addressPage, showFilters, turnPage } = usePreviewAddress();
  const preview = usePreview({
    platform,
    wanted: { accountIds: selected, range, quickSelect },
    isConnected,
    onLoaded: (next, isSame) => showFilters(next, { ...selection, selected: [...next.accountIds] }, isSame),
    onFailure,
  });
  const { filters, datasets, isLoading, isStepping, failure } = preview;
  const [isFiltering, setIsFiltering] = useState(false);
  const [isApplying, setIsApplying] = useState(false);
  const lost = datasets.at(-1)?.lost;
  const hasAnswer = datasets.length > 0;
  const hasRows = hasAnswer && failure === null;
  const allRows = useMemo(() => (hasRows ? datasets.flatMap(({ rows }) => rows) : []), [datasets, hasRows]);
  const { rows, number, ...paging } = previewPageOf(platform)(preview, { page: addressPage, turnPage });

  const apply = async (next: PreviewFilters): Promise<void> => {
    setIsApplying(true);
    await preview.load(next, () => setIsFiltering(false));
    setIsApplying(false);
  };
  const closeFilters = (): void => {
    // Cancels only a load started by the dialog.
    if (isApplying) preview.cancelLoad();
    setIsFiltering(false);
  };
  const choosePeriod = (id: QuickSelectId): void => {
    if (!isConnected || filters.accountIds.length === 0) return;
    void preview.load({ ...filters, range: quickSelectRange(id, localDay(new Date())), quickSelect: id });
  };
  useQuickSelectKeys(choosePeriod);

  const renderRows = (): ReactNode => {
    if (failure !== null) return <ErrorPanel message={failure} onRetry={preview.retry} isRetrying={isLoading} />;
    return (
      <>
        {lost ? (
          <LostConnectionBanner platform={platform} lost={lost} />
        ) : (
          <WarningsBanner warnings={datasets.flatMap(({ warnings }) => warnings)} accounts={accounts} />
        )}
        <InsightsTable
          platform={platform}
          accounts={accounts}
          selectedIds={filters.accountIds}
          rows={rows}
          allRows={allRows}
          page={number}
          isLoading={isLoading && !hasAnswer}
          isRefreshing={(isLoading || isStepping) && hasAnswer}
          emptyHint={
            filters.accountIds.length === 0
              ? 'Choose at least one account in the filters.'
              : 'There is nothing for these accounts and days. Try another period or other accounts.'
          }
        />
        <Pagination {...paging} label={hasAnswer && paging.label} isBusy={isLoading || isStepping} />
      </>
    );
  };

  return (
    <>
      <PageHeader
        title="Preview"
        subtitle={describe(platform, filters, accounts.length)}
        actions={renderAction({ rows: allRows, accountIds: filters.accountIds, range: filters.range })}
      />
      <div className="grid grid-cols-1 gap-3">
        {!hasRows && (isLost ? failure !== null : !isConnected) ? (
          notConnected
        ) : (
          <>
            <div className="flex flex-wrap gap-2">
              <PeriodMenu
                range={filters.range}
                quickSelect={filters.quickSelect}
                onChoose={choosePeriod}
                onCustom={() => setIsFiltering(true)}
              />
              <Button icon={<SlidersHorizontal />} onClick={() => setIsFiltering(true)}>
                Filters
              </Button>
              <div className="ml-auto">
                <ColumnsMenu table={insightsTableName(platform)} columns={insightFacts[platform].columns} />
              </div>
            </div>
            {renderRows()}
          </>
        )}
      </div>
      {isFiltering && (
        <Suspense>
          <FiltersDialog
            accounts={accounts}
            filters={filters}
            isLoading={isLoading}
            onCancel={closeFilters}
            onApply={(next) => void apply(next)}
          />
        </Suspense>
      )}
    </>
  );
};
