import { ChartNoAxesColumn, SearchX } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { Banner } from '#client/components/states/Banner.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { FailingAccounts } from '#client/components/states/FailingAccounts.tsx';
import { ListBanner } from '#client/components/states/ListBanner.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { countOf } from '#client/lib/countOf.ts';
import { useIsNarrow } from '#client/lib/hooks/useMediaQuery.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { adLevelNames } from '#shared/campaigns.ts';
import type { AdLevel } from '#shared/campaigns.ts';
import type { Campaigns as CampaignsData, CampaignRow } from '#shared/contracts/campaigns.ts';
import { pageSizes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { isBeingRead, listKey, useCampaignPages, useCampaigns, useChildren } from './campaigns.api.ts';
import { columnsOf, shownColumns } from './columns.ts';
import { Toolbar } from './filters/Toolbar.tsx';
import { rowKey } from '#client/lib/address/rowKey.ts';
import { neighborOf, toBlocks } from './table/blocks.ts';
import { CampaignsTable } from './table/CampaignsTable.tsx';
import { toLines } from './table/lines.ts';
import type { CampaignsView } from './useCampaignsAddress.ts';
import { levelTitles } from './words.ts';

const DetailPanel = lazyScreen(async () => (await import('./detail/DetailPanel.tsx')).DetailPanel);
const ReadingProgress = lazyScreen(async () => (await import('./ReadingProgress.tsx')).ReadingProgress);
const TableNotes = lazyScreen(async () => (await import('./TableNotes.tsx')).TableNotes);

const Empty = ({ view, data }: { view: CampaignsView; data: CampaignsData }) => {
  const what = levelTitles[view.level].toLowerCase();
  if (data.accounts.length === 0 && !view.hasFilters)
    return (
      <EmptyState
        icon={<ChartNoAxesColumn />}
        title="No ad accounts"
        description="Your connections reach no ad account yet. As soon as they do, their campaigns appear here."
      />
    );
  if (view.hasFilters)
    return (
      <EmptyState
        icon={<SearchX />}
        title={`No ${what} match these filters`}
        action={<Button onClick={view.clearFilters}>Clear filters</Button>}
      />
    );
  return data.accounts.some(({ state }) => state === 'reading') ? (
    <EmptyState
      icon={<ChartNoAxesColumn />}
      title="Reading these days for the first time"
      description={`The ${what} appear here as the platforms send them.`}
    />
  ) : (
    <EmptyState
      icon={<ChartNoAxesColumn />}
      title="Nothing was delivered in these days"
      description="No ad was shown and nothing was spent. Try another period."
    />
  );
};

/** The opened rows. Closed again when the level changes. */
const useOpenRows = ({ level }: CampaignsView) => {
  const [opened, setOpened] = useState<{ level: AdLevel; keys: readonly string[] }>({ level, keys: [] });
  const keys = opened.level === level ? opened.keys : [];
  return [keys, (next: readonly string[]) => setOpened({ level, keys: next })] as const;
};

/** The list rows, loaded page by page during scrolling. */
const usePages = (view: CampaignsView, first: CampaignsData | undefined) => {
  const list = listKey(view);
  const { page } = view;
  const [seen, setSeen] = useState({ list, from: page, to: page, visited: [page] });
  const { from, to, visited } = seen.list === list ? seen : { from: page, to: page, visited: [page] };
  const pageCount = first?.totalPages ?? 0;
  const further = useCampaignPages(
    view,
    visited.filter((each) => each > 1 && each <= pageCount),
    (each) => each >= from && each <= to,
  );
  const show = (next: { from: number; to: number }): void => {
    if (next.from === from && next.to === to) return;
    const inSight = Array.from({ length: next.to - next.from + 1 }, (_page, index) => next.from + index);
    setSeen({ list, ...next, visited: [...new Set([...visited, ...inSight])] });
  };
  const failed = [...further.values()].find((result) => result?.error);
  const rowsOf = (each: number) => (each === 1 ? first : further.get(each)?.data)?.rows ?? null;
  return { list, rowsOf, failed, show };
};

/**
 * Campaigns of all connected accounts, with their ad sets, ads and details.
 * @param more the menu of all actions, for compact windows
 */
export const Campaigns = ({ view, more }: { view: CampaignsView; more: ReactNode }) => {
  const { range, sort, order, row: selected } = view;
  const campaigns = useCampaigns(view);
  const { data, error, isPending, isFetching, isPaused, isPlaceholderData, refetch } = campaigns;
  const [openKeys, setOpenKeys] = useOpenRows(view);
  const children = useChildren(view, openKeys);
  const isTurning = isFetching && isPlaceholderData;
  const pages = usePages(view, data);
  const open = new Set(openKeys);
  const blocks = toBlocks(data?.totalItems ?? 0, pageSizes.campaigns, (page) => {
    const shown = pages.rowsOf(page);
    return shown && toLines(shown, open, (key) => children.get(key));
  });
  const columnIds = shownColumns(view, data).join();
  const isNarrow = useIsNarrow();
  const columns = useMemo(() => (isNarrow ? [] : columnsOf(columnIds.split(','))), [columnIds, isNarrow]);

  const rows = blocks.flatMap(({ lines }) =>
    (lines ?? []).flatMap((line) => (line.kind === 'row' && line.row.kind === 'object' ? line.row : [])),
  );
  const toggle = (row: CampaignRow): void => {
    const key = rowKey(row);
    const below = rows.filter(({ campaignId, adSetId }) => campaignId === row.id || adSetId === row.id).map(rowKey);
    setOpenKeys(
      openKeys.includes(key) ? openKeys.filter((each) => each !== key && !below.includes(each)) : [...openKeys, key],
    );
  };

  return (
    <div className="grid grid-cols-1 gap-3">
      {/* Fills the height of the window, so that the totals below the table stay in sight. */}
      <div className="flex flex-col gap-3 print:max-h-none sm:[@media(height>=44rem)]:max-h-[max(calc(100dvh-13rem),36rem)]">
        <Toolbar view={view} data={data} more={more} />
        {data?.accounts.some(isBeingRead) === true && (
          <Suspense>
            <ReadingProgress accounts={data.accounts} />
          </Suspense>
        )}
        <div className="grid grid-cols-1 gap-3 has-[>output:only-child:empty]:hidden print:hidden">
          {view.saved.isMissing && <Banner tone="warning">{messages.views.gone}</Banner>}
          <ListBanner query={campaigns} hasRows={blocks.length > 0} />
          {data && (
            <FailingAccounts
              accounts={data.accounts.map((account) => ({ ...account, readAt: account.asOf }))}
              consequence="Their stored figures are shown and may be out of date."
            />
          )}
        </div>
        {!data && error ? (
          <ErrorPanel
            message={messageOf(error, messages.campaigns.failed)}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <div className="flex min-h-0 gap-4">
            <div className="flex min-h-0 min-w-0 flex-1 flex-col">
              <CampaignsTable
                // Rows have another height in narrow windows.
                key={String(isNarrow)}
                level={view.level}
                columns={columns}
                blocks={blocks}
                totals={data?.totals ?? []}
                accounts={data?.accounts ?? []}
                range={range}
                sorting={{ key: sort, order, onSort: view.sortBy }}
                list={pages.list}
                page={view.page}
                onShow={({ top, ...inSight }) => {
                  pages.show(inSight);
                  if (top !== view.page) view.change({ page: top });
                }}
                selected={selected}
                onSelect={view.setRow}
                onToggle={toggle}
                isLoading={isPending}
                isRefreshing={isTurning || isPaused}
                empty={data && <Empty view={view} data={data} />}
              />
            </div>
            {selected !== null && (
              <Suspense>
                <DetailPanel
                  view={view}
                  rowKey={selected}
                  known={rows.find((row) => rowKey(row) === selected)}
                  accounts={data?.accounts ?? []}
                  previous={neighborOf(blocks, selected, -1)}
                  next={neighborOf(blocks, selected, 1)}
                  onClose={() => view.setRow(null)}
                />
              </Suspense>
            )}
          </div>
        )}
      </div>
      {data && (
        <>
          <p className="text-[13px] text-muted tabular-nums">
            {data.totalItems > 0 && countOf(data.totalItems - data.restCount, adLevelNames[view.level].toLowerCase())}
          </p>
          <Suspense>
            <TableNotes data={data} />
          </Suspense>
        </>
      )}
    </div>
  );
};
