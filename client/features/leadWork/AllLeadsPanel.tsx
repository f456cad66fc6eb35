import { UserRoundX, SearchX } from 'lucide-react';
import { Button } from '#client/components/buttons/Button.tsx';
import { FilterMenu } from '#client/components/forms/FilterMenu.tsx';
import { SearchBox } from '#client/components/forms/SearchBox.tsx';
import { Select } from '#client/components/forms/Select.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { noSuchPage, notLoaded } from '#client/components/states/emptyReasons.tsx';
import { ListBanner } from '#client/components/states/ListBanner.tsx';
import { ColumnsMenu } from '#client/components/tables/ColumnsMenu.tsx';
import { DataTable } from '#client/components/tables/DataTable.tsx';
import { describeRows } from '#client/components/tables/describeRows.ts';
import { NumberedPagination } from '#client/components/tables/NumberedPagination.tsx';
import { useShownColumns } from '#client/stores/columnsStore.ts';
import { leadLists } from '#shared/contracts/leads.ts';
import { pageSizes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { useLadder, useMembers, useWorkedLeads } from './leadWork.api.ts';
import { LeadPanel } from './LeadPanel.tsx';
import { StatusMark } from './StatusMark.tsx';
import { useWorkAddress } from './useWorkAddress.ts';
import type { WorkAddress } from './useWorkAddress.ts';
import { sourceNames, workColumns } from './workColumns.tsx';

type EmptyProps = { address: WorkAddress; leads: ReturnType<typeof useWorkedLeads> };

const Empty = ({ address, leads }: EmptyProps) => {
  const { page, hasFilter, setPage, clearFilters } = address;
  const reason = leads.error
    ? notLoaded(() => void leads.refetch(), leads.isFetching)
    : page > 1
      ? noSuchPage(page, () => setPage(1))
      : hasFilter
        ? {
            icon: <SearchX />,
            description: 'No leads match these filters.',
            action: (
              <Button size="sm" onClick={clearFilters}>
                Clear filters
              </Button>
            ),
          }
        : { icon: <UserRoundX />, description: 'Leads of your forms and imports appear here by themselves.' };
  return <EmptyState {...reason} title={messages.empty.leads} />;
};

/** The leads of all sources, with what people made of them. */
export const AllLeadsPanel = () => {
  const address = useWorkAddress();
  const { page, search, filters, sort, lead, setPage, setSearch, setFilter, setSort, setLead } = address;
  const ladder = useLadder();
  const members = useMembers();
  const order = sort === 'name' ? 'asc' : undefined;
  const leads = useWorkedLeads({
    page: String(page),
    search: search === '' ? undefined : search,
    status: filters.status.join() || undefined,
    assignee: filters.assignee.join() || undefined,
    list: filters.list.join() || undefined,
    sort,
    order,
  });
  const columns = workColumns({ ladder, members, onOpen: (id) => setLead(id, { isStep: true }) });
  const shown = useShownColumns('allLeads', columns);
  const { data, isPending, isFetching, isPaused, isPlaceholderData } = leads;
  const rows = data?.data ?? [];
  const isTurning = isFetching && isPlaceholderData;
  const index = rows.findIndex(({ id }) => id === lead);
  const neighbor = (step: -1 | 1): string | null => (index === -1 ? null : (rows[index + step]?.id ?? null));
  return (
    <div className="grid grid-cols-1 gap-3">
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
          <ColumnsMenu table="allLeads" columns={columns} />
        </div>
      </div>
      <ListBanner query={leads} hasRows={rows.length > 0} />
      <DataTable
        label="All leads"
        columns={shown}
        rows={rows}
        rowKey={({ id }) => id}
        isLoading={isPending}
        isRefreshing={isTurning || isPaused}
        page={page}
        empty={<Empty address={address} leads={leads} />}
      />
      {data !== undefined && (
        <NumberedPagination
          page={page}
          totalPages={data.totalPages}
          hasNext={data.nextPage !== null}
          onPageChange={setPage}
          isBusy={isTurning}
          label={describeRows({
            page,
            pageSize: pageSizes.leads,
            shown: rows.length,
            total: data.totalItems,
            isTotalEstimated: false,
          })}
        />
      )}
      {lead !== null && (
        <LeadPanel
          key={lead}
          id={lead}
          ladder={ladder}
          members={members}
          previous={neighbor(-1)}
          next={neighbor(1)}
          onMove={setLead}
          onClose={() => setLead(null)}
        />
      )}
    </div>
  );
};
