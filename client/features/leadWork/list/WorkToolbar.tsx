import { ListFilter as ListFilterIcon, X } from 'lucide-react';
import { Suspense, useContext } from 'react';
import type { ReactNode } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { FilterPlace } from '#client/components/forms/filterPlace.ts';
import { FilterMenu } from '#client/components/forms/FilterMenu.tsx';
import { SearchBox } from '#client/components/forms/SearchBox.tsx';
import { Segments } from '#client/components/layout/Segments.tsx';
import { Menu } from '#client/components/overlays/Menu.tsx';
import { Spinner } from '#client/components/states/Spinner.tsx';
import { CountBadge } from '#client/components/values/CountBadge.tsx';
import { ResponseFilter } from '#client/features/leadWork/responses/ResponseFilter.tsx';
import { StatusMark } from '#client/features/leadWork/StatusMark.tsx';
import type { WorkAddress } from '#client/features/leadWork/useWorkAddress.ts';
import { sourceNames } from '#shared/sourceNames.ts';
import { ViewsMenu } from '#client/features/views/ViewsMenu.tsx';
import { textsOf } from '#client/lib/address/address.ts';
import { leadsParams, leadValueFilters } from '#client/lib/address/leadsAddress.ts';
import { countOf } from '#client/lib/countOf.ts';
import { useIsCompact } from '#client/lib/hooks/useMediaQuery.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import type { LeadSortKey } from '#shared/contracts/leadWork.ts';
import { leadLists } from '#shared/leadLists.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';

const CompactTools = lazyScreen(async () => (await import('#client/components/layout/CompactTools.tsx')).CompactTools);
const ValueFilters = lazyScreen(async () => (await import('./ValueFilters.tsx')).ValueFilters);

const layouts = [
  { id: 'list', label: 'List' },
  { id: 'board', label: 'Board' },
] as const;

const sortOptions = [
  { id: 'arrival', label: 'Arrival' },
  { id: 'activity', label: 'Last activity' },
  { id: 'name', label: 'Name' },
  { id: 'status', label: 'Status' },
  { id: 'assignee', label: 'Assignee' },
  { id: 'source', label: 'Source' },
  { id: 'campaign', label: 'Campaign' },
  { id: 'value', label: 'Value' },
] as const satisfies { id: LeadSortKey; label: string }[];

type WorkToolbarProps = {
  address: WorkAddress;
  ladder: readonly LeadStatus[];
  members: readonly { id: string; name: string }[];
  /** Placed at the right end. */
  actions: ReactNode;
  /** The choice of columns; null for cards and the board. */
  columns: ReactNode;
  /** The menu of all actions, for compact windows. */
  more: ReactNode;
};

/** The filters whose values come from the leads. */
const MoreFilters = ({ address }: { address: WorkAddress }) => {
  const { question: _part, ...others } = textsOf(leadValueFilters, address);
  const more = Object.keys(others).length;
  const filters = (
    <Suspense fallback={<Spinner label="Loading" />}>
      <ValueFilters address={address} />
    </Suspense>
  );
  return useContext(FilterPlace) === 'sheet' ? (
    filters
  ) : (
    <Menu
      label={more === 0 ? 'More filters' : `More: ${countOf(more, 'filter')} set`}
      triggerClassName={buttonStyles({})}
      className="left-0 max-h-[max(20rem,calc(100dvh-18rem))] w-80 overflow-y-auto p-3"
      trigger={
        <>
          <ListFilterIcon aria-hidden="true" className="-ml-0.5 size-4" />
          More <CountBadge count={more} />
        </>
      }
    >
      {() => filters}
    </Menu>
  );
};

/** View menu, search and filters of All leads. */
export const WorkToolbar = ({ address, ladder, members, actions, columns, more }: WorkToolbarProps) => {
  const { filter } = address;
  const isCompact = useIsCompact();
  const search = (
    <SearchBox
      value={address.search}
      onSearch={(text) => filter({ search: text })}
      placeholder="Search by name, email or phone..."
    />
  );
  const view = (
    <>
      <ViewsMenu saved={address.saved} screenTitle="Leads" />
      <Segments label="Layout" options={layouts} selected={address.as} onSelect={address.setLayout} />
    </>
  );
  const filters = (
    <>
      <FilterMenu
        title="Status"
        options={ladder.map((status) => ({ value: status.id, label: <StatusMark status={status} /> }))}
        selected={address.status}
        onChange={(status) => filter({ status })}
      />
      <FilterMenu
        title="Assignee"
        options={[{ value: 'none', label: 'Nobody' }, ...members.map(({ id, name }) => ({ value: id, label: name }))]}
        selected={address.assignee}
        onChange={(assignee) => filter({ assignee })}
      />
      <FilterMenu
        title="Source"
        options={leadLists.map((list) => ({ value: list, label: sourceNames[list] }))}
        selected={address.list}
        onChange={(list) => filter({ list })}
      />
      <ResponseFilter selected={address.response} onChange={(response) => filter({ response })} />
      <FilterMenu
        title="Person"
        options={[{ value: 'true', label: 'Known from an earlier lead' }]}
        selected={address.duplicates}
        onChange={(duplicates) => filter({ duplicates })}
      />
      <MoreFilters address={address} />
    </>
  );
  if (isCompact) {
    const { search: _shown, ...hidden } = address.query;
    return (
      <Suspense fallback={<div className="h-11" />}>
        <CompactTools
          first={search}
          views={
            <>
              {view}
              {columns}
            </>
          }
          sort={{
            options: sortOptions,
            selected: address.sort,
            order: address.order,
            onChange: (sort, order) => address.change({ sort: leadsParams.sort.read(sort), order, page: 1 }),
          }}
          filters={filters}
          count={Object.keys(hidden).length}
          onClear={address.clearFilters}
          more={more}
        />
      </Suspense>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {view}
        <div className="ml-auto flex items-center gap-2">{actions}</div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {search}
        {filters}
        {address.hasFilter && (
          <Button variant="ghost" icon={<X />} onClick={address.clearFilters}>
            Clear filters
          </Button>
        )}
      </div>
    </div>
  );
};
