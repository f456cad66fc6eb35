import { X } from 'lucide-react';
import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { PeriodChooser } from '#client/components/forms/PeriodChooser.tsx';
import { SearchBox } from '#client/components/forms/SearchBox.tsx';
import { Segments } from '#client/components/layout/Segments.tsx';
import { PlatformIcon } from '#client/components/marks/PlatformIcon.tsx';
import { campaignsParams } from '#client/lib/address/campaignsAddress.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { accountKey } from '#client/lib/address/params.ts';
import { useIsCompact, useIsNarrow } from '#client/lib/hooks/useMediaQuery.ts';
import { adLevels, adStatusNames, adStatuses } from '#shared/campaigns.ts';
import type { Campaigns } from '#shared/contracts/campaigns.ts';
import { platformIds, platformNames } from '#shared/platforms.ts';
import { ViewsMenu } from '#client/features/views/ViewsMenu.tsx';
import { columns as allColumns, defaultColumns, shownColumns } from '../columns.ts';
import type { CampaignsView } from '../useCampaignsAddress.ts';
import { levelTitles } from '../words.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import { CompareMenu } from './CompareMenu.tsx';
import { FilterMenu } from '#client/components/forms/FilterMenu.tsx';

const CompactTools = lazyScreen(async () => (await import('#client/components/layout/CompactTools.tsx')).CompactTools);

const levels = adLevels.map((id) => ({ id, label: levelTitles[id] }));
const statusOptions = adStatuses.map((value) => ({ value, label: adStatusNames[value] }));
const platformOptions = platformIds.map((value) => ({
  value,
  label: (
    <>
      <PlatformIcon platform={value} className="size-4 shrink-0" />
      {platformNames[value]}
    </>
  ),
}));

type ToolbarProps = {
  view: CampaignsView;
  data: Campaigns | undefined;
  /** The menu of all actions, for compact windows. */
  more: ReactNode;
};

const sortOptions = [
  { id: 'name', label: 'Name' },
  ...allColumns.flatMap(({ sortKey, title }) => (sortKey === undefined ? [] : { id: sortKey, label: title })),
];

/** Level, range, comparison, filters and columns. */
export const Toolbar = ({ view, data, more }: ToolbarProps) => {
  const { range, quickSelect, compare, change, filter } = view;
  const accountOptions = (data?.accounts ?? []).map(({ platform, accountId, name }) => ({
    value: accountKey({ platform, accountId }),
    label: (
      <>
        <PlatformIcon platform={platform} className="size-4 shrink-0" />
        <span dir="auto" className="min-w-0 truncate">
          {name}
        </span>
      </>
    ),
  }));
  const search = (
    <SearchBox
      value={view.search}
      onSearch={(text) => filter({ search: text })}
      label="Search by name"
      placeholder="Search by name..."
    />
  );
  const views = <ViewsMenu saved={view.saved} screenTitle="Campaigns" />;
  const level = <Segments label="Level" options={levels} selected={view.level} onSelect={view.setLevel} />;
  const period = <PeriodChooser range={range} quickSelect={quickSelect} onChange={view.setRange} />;
  const comparison = <CompareMenu selected={compare} onSelect={(chosen) => change({ compare: chosen })} />;
  const filters = (
    <>
      <FilterMenu
        title="Platform"
        options={platformOptions}
        selected={view.platform}
        onChange={(platform) => filter({ platform })}
      />
      <FilterMenu
        title="Account"
        options={accountOptions}
        selected={view.account}
        onChange={(account) => filter({ account })}
      />
      <FilterMenu
        title="Status"
        options={statusOptions}
        selected={view.status}
        onChange={(status) => filter({ status })}
      />
    </>
  );
  const columnChoice = (
    <ColumnChooser
      chosen={shownColumns(view, data)}
      preset={defaultColumns(data?.hasQualifiedLeads ?? false)}
      onChange={(columns) => change({ columns })}
    />
  );
  const areCards = useIsNarrow();
  if (useIsCompact()) {
    const { search: _shown, ...hidden } = view.filters;
    return (
      <div className="grid grid-cols-1 gap-2 print:hidden">
        <Suspense fallback={<div className="h-11" />}>
          <CompactTools
            first={
              areCards ? (
                search
              ) : (
                <div className="flex gap-2">
                  {search}
                  {period}
                </div>
              )
            }
            views={
              <>
                {views}
                {level}
                {comparison}
                {!areCards && columnChoice}
              </>
            }
            sort={{
              options: sortOptions,
              selected: view.sort,
              order: view.order,
              onChange: (sort, order) => change({ sort: campaignsParams.sort.read(sort), order, page: 1 }),
            }}
            filters={filters}
            count={Object.keys(hidden).length}
            onClear={view.clearFilters}
            more={more}
          />
        </Suspense>
        {areCards && <div className="flex">{period}</div>}
      </div>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-2 print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        {views}
        {level}
        {period}
        {comparison}
        <div className="ml-auto">{columnChoice}</div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {search}
        {filters}
        {view.hasFilters && (
          <Button variant="ghost" icon={<X />} onClick={view.clearFilters}>
            Clear filters
          </Button>
        )}
      </div>
    </div>
  );
};
