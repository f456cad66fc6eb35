import { X } from 'lucide-react';
import { Button } from '#client/components/buttons/Button.tsx';
import { PeriodChooser } from '#client/components/forms/PeriodChooser.tsx';
import { SearchBox } from '#client/components/forms/SearchBox.tsx';
import { Segments } from '#client/components/layout/Segments.tsx';
import { PlatformIcon } from '#client/components/marks/PlatformIcon.tsx';
import { accountKey } from '#client/lib/address/params.ts';
import { adLevels, adStatusNames, adStatuses } from '#shared/campaigns.ts';
import type { Campaigns } from '#shared/contracts/campaigns.ts';
import { platformIds, platformNames } from '#shared/platforms.ts';
import { ViewsMenu } from '#client/features/views/ViewsMenu.tsx';
import { defaultColumns, shownColumns } from '../columns.ts';
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

/** Level, range, comparison, filters and columns. */
export const Toolbar = ({ view, data }: ToolbarProps) => {
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
  return (
    <div className="grid grid-cols-1 gap-2 print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        <ViewsMenu saved={view.saved} screenTitle="Campaigns" />
        <Segments label="Level" options={levels} selected={view.level} onSelect={view.setLevel} />
        <PeriodChooser range={range} quickSelect={quickSelect} onChange={view.setRange} />
        <CompareMenu selected={compare} onSelect={(chosen) => change({ compare: chosen })} />
        <div className="ml-auto">
          <ColumnChooser
            chosen={shownColumns(view, data)}
            preset={defaultColumns(data?.hasQualifiedLeads ?? false)}
            onChange={(columns) => change({ columns })}
          />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 max-sm:w-full">
          <SearchBox
            value={view.search}
            onSearch={(search) => filter({ search })}
            label="Search by name"
            placeholder="Search by name..."
          />
        </div>
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
        {view.hasFilters && (
          <Button variant="ghost" icon={<X />} onClick={view.clearFilters}>
            Clear filters
          </Button>
        )}
      </div>
    </div>
  );
};
