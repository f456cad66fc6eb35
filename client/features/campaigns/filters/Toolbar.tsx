import { X } from 'lucide-react';
import { Button } from '#client/components/buttons/Button.tsx';
import { PeriodChooser } from '#client/components/forms/PeriodChooser.tsx';
import { SearchBox } from '#client/components/forms/SearchBox.tsx';
import { Segments } from '#client/components/layout/Segments.tsx';
import { PlatformIcon } from '#client/components/marks/PlatformIcon.tsx';
import { adLevels, adStatusNames, adStatuses } from '#shared/campaigns.ts';
import type { Campaigns } from '#shared/contracts/campaigns.ts';
import { platformIds, platformNames } from '#shared/platforms.ts';
import { ViewsMenu } from '#client/features/views/ViewsMenu.tsx';
import { defaultColumns, shownColumns } from '../columns.ts';
import { filterNames } from '../useCampaignsAddress.ts';
import type { CampaignsView } from '../useCampaignsAddress.ts';
import { levelTitles } from '../words.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import { CompareMenu } from './CompareMenu.tsx';
import { FilterMenu } from '#client/components/forms/FilterMenu.tsx';

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
};

/** Whether any filter or search is set. */
export const hasFilters = ({ filters, search }: Pick<CampaignsView, 'filters' | 'search'>): boolean =>
  search !== '' || filterNames.some((name) => filters[name].length > 0);

/** Level, range, comparison, filters and columns. */
export const Toolbar = ({ view, data }: ToolbarProps) => {
  const { range, quickSelect, filters, compare } = view;
  const accountOptions = (data?.accounts ?? []).map(({ platform, accountId, name }) => ({
    value: `${platform}:${accountId}`,
    label: (
      <>
        <PlatformIcon platform={platform} className="size-4 shrink-0" />
        <span dir="auto" className="min-w-0 truncate">
          {name}
        </span>
      </>
    ),
  }));
  return (
    <div className="grid grid-cols-1 gap-2 print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        <ViewsMenu saved={view.saved} screenTitle="Campaigns" />
        <Segments label="Level" options={levels} selected={view.level} onSelect={view.setLevel} />
        <PeriodChooser range={range} quickSelect={quickSelect} onChange={view.setRange} />
        <CompareMenu selected={compare} onSelect={view.setCompare} />
        <div className="ml-auto">
          <ColumnChooser
            chosen={shownColumns(view, data)}
            preset={defaultColumns(data?.hasQualifiedLeads ?? false)}
            onChange={view.setColumns}
          />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 max-sm:w-full">
          <SearchBox
            value={view.search}
            onSearch={view.setSearch}
            label="Search by name"
            placeholder="Search by name..."
          />
        </div>
        <FilterMenu
          title="Platform"
          options={platformOptions}
          selected={filters.platform}
          onChange={(values) => view.setFilter('platform', values)}
        />
        <FilterMenu
          title="Account"
          options={accountOptions}
          selected={filters.account}
          onChange={(values) => view.setFilter('account', values)}
        />
        <FilterMenu
          title="Status"
          options={statusOptions}
          selected={filters.status}
          onChange={(values) => view.setFilter('status', values)}
        />
        {hasFilters(view) && (
          <Button variant="ghost" icon={<X />} onClick={view.clearFilters}>
            Clear filters
          </Button>
        )}
      </div>
    </div>
  );
};
