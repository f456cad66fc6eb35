import type { ReactNode } from 'react';
import { ListBanner } from '#client/components/states/ListBanner.tsx';
import { DataTable } from '#client/components/tables/DataTable.tsx';
import type { DataColumn } from '#client/components/tables/DataTable.tsx';
import { ListPagination } from '#client/components/tables/ListPagination.tsx';
import { sortedColumns } from '#client/components/tables/sortedColumns.tsx';
import type { useWorkedLeads } from '#client/features/leadWork/leadWork.api.ts';
import type { LeadSelection } from '#client/features/leadWork/selection/useSelection.ts';
import type { WorkAddress } from '#client/features/leadWork/useWorkAddress.ts';
import type { WorkedLead } from '#shared/contracts/leadWork.ts';
import { pageSizes } from '#shared/limits.ts';
import { WorkEmpty } from './WorkEmpty.tsx';
import { workRow } from './workRow.ts';

type WorkTableProps = {
  address: WorkAddress;
  leads: ReturnType<typeof useWorkedLeads>;
  columns: readonly DataColumn<WorkedLead>[];
  /** A lead as a card, for narrow windows. */
  renderCard: (lead: WorkedLead) => ReactNode;
  selection: LeadSelection;
  onOpen: (id: string) => void;
  /** Opens a lead at its note. */
  onNote: (id: string) => void;
};

/** A page of All leads as rows or cards. */
export const WorkTable = ({ address, leads, columns, renderCard, selection, onOpen, onNote }: WorkTableProps) => {
  const { page, sort, order, sortBy, setPage } = address;
  const { data, isPending, isFetching, isPaused, isPlaceholderData } = leads;
  const rows = data?.data ?? [];
  const isTurning = isFetching && isPlaceholderData;
  return (
    <>
      <ListBanner query={leads} hasRows={rows.length > 0} />
      <DataTable
        label="All leads"
        columns={sortedColumns(columns, { key: sort, order, onSort: sortBy })}
        renderCard={renderCard}
        rowProps={({ id }) => workRow({ onOpen: () => onOpen(id), onNote: () => onNote(id) })}
        rows={rows}
        rowKey={({ id }) => id}
        selection={{
          selected: selection.selected,
          onChange: selection.change,
          labelOf: (id) => `Select ${rows.find((row) => row.id === id)?.name || 'lead without a name'}`,
        }}
        isLoading={isPending}
        isRefreshing={isTurning || isPaused}
        page={page}
        empty={<WorkEmpty address={address} leads={leads} />}
      />
      {data !== undefined && (
        <ListPagination
          page={page}
          pageSize={pageSizes.leads}
          shown={rows.length}
          list={data}
          isBusy={isTurning}
          onPageChange={setPage}
        />
      )}
    </>
  );
};
