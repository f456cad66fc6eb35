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
import type { WorkAddress } from '#client/features/leadWork/useWorkAddress.ts';
import { sourceNames } from '#shared/sourceNames.ts';
import { ViewsMenu } from '#client/features/views/ViewsMenu.tsx';
import { textsOf } from '#client/lib/address/address.ts';
import { leadValueFilters } from '#client/lib/address/leadsAddress.ts';
import { countOf } from '#client/lib/countOf.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { leadLists } from '#shared/leadLists.ts';
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
  /** Placed at the right end. */
  actions: ReactNode;
};

/** View menu, search and filters of All leads. */
export const WorkToolbar = ({ address, ladder, members, actions }: WorkToolbarProps) => {
  const { filter } = address;
  const { question: _part, ...others } = textsOf(leadValueFilters, address);
  const more = Object.keys(others).length;
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <ViewsMenu saved={address.saved} screenTitle="Leads" />
        <Segments label="Layout" options={layouts} selected={address.as} onSelect={address.setLayout} />
        <div className="ml-auto flex items-center gap-2">{actions}</div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 max-sm:w-full">
          <SearchBox
            value={address.search}
            onSearch={(search) => filter({ search })}
            placeholder="Search by name, email or phone..."
          />
        </div>
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
