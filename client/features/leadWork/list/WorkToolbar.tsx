import { ListFilter as ListFilterIcon, X } from 'lucide-react';
import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { FilterMenu } from '#client/components/forms/FilterMenu.tsx';
import { SearchBox } from '#client/components/forms/SearchBox.tsx';
import { Segments } from '#client/components/layout/Segments.tsx';
import { Menu } from '#client/components/overlays/Menu.tsx';
import { Spinner } from '#client/components/states/Spinner.tsx';
import { ResponseFilter } from '#client/features/leadWork/responses/ResponseFilter.tsx';
import { StatusMark } from '#client/features/leadWork/StatusMark.tsx';
import { valueFilters } from '#client/features/leadWork/useWorkAddress.ts';
import type { WorkAddress } from '#client/features/leadWork/useWorkAddress.ts';
import { sourceNames } from '#shared/sourceNames.ts';
import { ViewsMenu } from '#client/features/views/ViewsMenu.tsx';
import { countOf } from '#client/lib/countOf.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { leadLists } from '#shared/contracts/leads.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';

const ValueFilters = lazyScreen(async () => (await import('./ValueFilters.tsx')).ValueFilters);

const layouts = [
  { id: 'list', label: 'List' },
  { id: 'board', label: 'Board' },
] as const;

type WorkToolbarProps = {
  address: WorkAddress;
  ladder: readonly LeadStatus[];
  members: readonly { id: string; name: string }[];
  /** At the right end. */
  actions: ReactNode;
};

/** View, search and filters of All leads. */
export const WorkToolbar = ({ address, ladder, members, actions }: WorkToolbarProps) => {
  const { search, filters, values, isBoard, setSearch, setFilter } = address;
  const more = valueFilters.filter((name) => name !== 'question' && values[name] !== '').length;
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <ViewsMenu saved={address.saved} screenTitle="Leads" />
        <Segments
          label="Layout"
          options={layouts}
          selected={isBoard ? 'board' : 'list'}
          onSelect={(id) => address.setBoard(id === 'board')}
        />
        <div className="ml-auto flex items-center gap-2">{actions}</div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 max-sm:w-full">
          <SearchBox value={search} onSearch={setSearch} placeholder="Search by name, email or phone..." />
        </div>
        <FilterMenu
          title="Status"
          options={ladder.map((status) => ({ value: status.id, label: <StatusMark status={status} /> }))}
          selected={filters.status}
          onChange={(chosen) => setFilter('status', chosen)}
        />
        <FilterMenu
          title="Assignee"
          options={[{ value: 'none', label: 'Nobody' }, ...members.map(({ id, name }) => ({ value: id, label: name }))]}
          selected={filters.assignee}
          onChange={(chosen) => setFilter('assignee', chosen)}
        />
        <FilterMenu
          title="Source"
          options={leadLists.map((list) => ({ value: list, label: sourceNames[list] }))}
          selected={filters.list}
          onChange={(chosen) => setFilter('list', chosen)}
        />
        <ResponseFilter selected={filters.response} onChange={(chosen) => setFilter('response', chosen)} />
        <FilterMenu
          title="Person"
          options={[{ value: 'true', label: 'Known from an earlier lead' }]}
          selected={filters.duplicates}
          onChange={(chosen) => setFilter('duplicates', chosen)}
        />
        <Menu
          label={more === 0 ? 'More filters' : `More: ${countOf(more, 'filter')} set`}
          triggerClassName={buttonStyles({})}
          className="left-0 max-h-[max(20rem,calc(100dvh-18rem))] w-80 overflow-y-auto p-3 max-sm:fixed max-sm:inset-x-4 max-sm:top-auto max-sm:bottom-4 max-sm:max-h-[75dvh] max-sm:w-auto"
          trigger={
            <>
              <ListFilterIcon aria-hidden="true" className="-ml-0.5 size-4" />
              More{' '}
              {more > 0 && (
                <span className="grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 text-xs text-on-accent tabular-nums">
                  {more}
                </span>
              )}
            </>
          }
        >
          {() => (
            <Suspense fallback={<Spinner label="Loading" />}>
              <ValueFilters address={address} />
            </Suspense>
          )}
        </Menu>
        {address.hasFilter && (
          <Button variant="ghost" icon={<X />} onClick={address.clearFilters}>
            Clear filters
          </Button>
        )}
      </div>
    </div>
  );
};
