import { ChartNoAxesColumn, FileQuestion, SearchX } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { Banner } from '#client/components/states/Banner.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { FailingAccounts } from '#client/components/states/FailingAccounts.tsx';
import { ListBanner } from '#client/components/states/ListBanner.tsx';
import { ListPagination } from '#client/components/tables/ListPagination.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import type { Campaigns as CampaignsData, CampaignRow } from '#shared/contracts/campaigns.ts';
import { pageSizes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { ReadingProgress } from './ReadingProgress.tsx';
import { useCampaigns, useChildren } from './campaigns.api.ts';
import { columnsOf, readColumns, shownColumns } from './columns.ts';
import { hasFilters, Toolbar } from './filters/Toolbar.tsx';
import { rowKey } from './rowKey.ts';
import { CampaignsTable } from './table/CampaignsTable.tsx';
import { toLines } from './table/lines.ts';
import { TableNotes } from './TableNotes.tsx';
import type { CampaignsView } from './useCampaignsAddress.ts';
import { levelTitles } from './words.ts';

const DetailPanel = lazyScreen(async () => (await import('./detail/DetailPanel.tsx')).DetailPanel);

const Empty = ({ view, data }: { view: CampaignsView; data: CampaignsData }) => {
  const what = levelTitles[view.level].toLowerCase();
  if (data.accounts.length === 0 && !hasFilters(view))
    return (
      <EmptyState
        icon={<ChartNoAxesColumn />}
        title="No ad accounts"
        description="Your connections reach no ad account yet. As soon as they do, their campaigns appear here."
      />
    );
  if (view.page > 1)
    return (
      <EmptyState
        icon={<FileQuestion />}
        title={`There is no page ${view.page}`}
        action={<Button onClick={() => view.setPage(1)}>Back to the first page</Button>}
      />
    );
  if (hasFilters(view))
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

/** The opened rows of one page. Another level or page starts with closed rows. */
const useOpenRows = ({ level, page }: CampaignsView) => {
  const scope = `${level} ${page}`;
  const [opened, setOpened] = useState<{ scope: string; keys: readonly string[] }>({ scope, keys: [] });
  const keys = opened.scope === scope ? opened.keys : [];
  return [keys, (next: readonly string[]) => setOpened({ scope, keys: next })] as const;
};

/** Campaigns of all connected accounts, with their ad sets, ads and details. */
export const Campaigns = ({ view }: { view: CampaignsView }) => {
  const { range, sort, order, page, row: selected } = view;
  const campaigns = useCampaigns(view);
  const { data, error, isPending, isFetching, isPaused, isPlaceholderData, refetch } = campaigns;
  const [openKeys, setOpenKeys] = useOpenRows(view);
  const children = useChildren(view, openKeys);
  const lines = toLines(data?.rows ?? [], new Set(openKeys), (key) => children.get(key));
  const columnIds = shownColumns(view, data).join();
  const columns = useMemo(() => columnsOf(readColumns(columnIds)), [columnIds]);
  const isTurning = isFetching && isPlaceholderData;

  const rows = lines.flatMap((line) => (line.kind === 'row' && line.row.kind === 'object' ? line.row : []));
  const toggle = (row: CampaignRow): void => {
    const key = rowKey(row);
    const below = rows.filter(({ campaignId, adSetId }) => campaignId === row.id || adSetId === row.id).map(rowKey);
    setOpenKeys(
      openKeys.includes(key) ? openKeys.filter((each) => each !== key && !below.includes(each)) : [...openKeys, key],
    );
  };
  const keys = rows.map(rowKey);
  const move = (by: -1 | 1): void => {
    const next = keys[keys.indexOf(selected ?? '') + by];
    if (selected !== null && keys.includes(selected) && next !== undefined) view.setRow(next);
  };

  return (
    <div className="grid grid-cols-1 gap-3">
      {/* As high as the window has room for, so that the totals at the table's end stay in sight. */}
      <div className="flex flex-col gap-3 print:max-h-none sm:[@media(height>=44rem)]:max-h-[max(calc(100dvh-13rem),36rem)]">
        <Toolbar view={view} data={data} />
        {data && <ReadingProgress accounts={data.accounts} />}
        <div className="grid grid-cols-1 gap-3 has-[>output:only-child:empty]:hidden print:hidden">
          {view.saved.isMissing && <Banner tone="warning">{messages.views.gone}</Banner>}
          <ListBanner query={campaigns} hasRows={lines.length > 0} />
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
                level={view.level}
                columns={columns}
                lines={lines}
                totals={data?.totals ?? []}
                accounts={data?.accounts ?? []}
                range={range}
                sorting={{ key: sort, order, onSort: view.sortBy }}
                page={page}
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
                  onMove={move}
                  onClose={() => view.setRow(null)}
                />
              </Suspense>
            )}
          </div>
        )}
      </div>
      {data && (
        <>
          <div className="print:hidden">
            <ListPagination
              page={page}
              pageSize={pageSizes.campaigns}
              shown={data.rows.length}
              list={data}
              isBusy={isTurning}
              onPageChange={view.setPage}
            />
          </div>
          <TableNotes data={data} />
        </>
      )}
    </div>
  );
};
