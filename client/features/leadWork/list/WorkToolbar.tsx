import type { ReactNode } from 'react';
import { FilterMenu } from '#client/components/forms/FilterMenu.tsx';
import { SearchBox } from '#client/components/forms/SearchBox.tsx';
import { Select } from '#client/components/forms/Select.tsx';
import { StatusMark } from '#client/features/leadWork/StatusMark.tsx';
import type { WorkAddress } from '#client/features/leadWork/useWorkAddress.ts';
import { sourceNames } from '#client/features/leadWork/workColumns.tsx';
import { leadLists } from '#shared/contracts/leads.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';

type WorkToolbarProps = {
  address: WorkAddress;
  ladder: readonly LeadStatus[];
  members: readonly { id: string; name: string }[];
  /** At the right end. */
  actions: ReactNode;
};

/** Search, filters and order of All leads. */
export const WorkToolbar = ({ address, ladder, members, actions }: WorkToolbarProps) => {
  const { search, filters, sort, setSearch, setFilter, setSort } = address;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="min-w-0 max-sm:w-full">
        <SearchBox value={search} onSearch={setSearch} placeholder="Search by name, email or phone..." />
      </div>
      <FilterMenu
        title="Status"
        options={ladder.map((status) => ({ value: status.id, label: <StatusMark status={status} /> }))}
        selected={filters.status}
        onChange={(values) => setFilter('status', values)}
      />
      <FilterMenu
        title="Assignee"
        options={[{ value: 'none', label: 'Nobody' }, ...members.map(({ id, name }) => ({ value: id, label: name }))]}
        selected={filters.assignee}
        onChange={(values) => setFilter('assignee', values)}
      />
      <FilterMenu
        title="Source"
        options={leadLists.map((list) => ({ value: list, label: sourceNames[list] }))}
        selected={filters.list}
        onChange={(values) => setFilter('list', values)}
      />
      <div className="ml-auto flex items-center gap-2">
        <Select aria-label="Sort by" className="w-36" value={sort} onChange={({ target }) => setSort(target.value)}>
          <option value="arrival">Newest first</option>
          <option value="activity">Last activity</option>
          <option value="name">Name</option>
        </Select>
        {actions}
      </div>
    </div>
  );
};
