import { useMemo } from 'react';
import { DataTable } from '#client/components/DataTable.tsx';
import { describeRows } from '#client/components/describeRows.ts';
import { NumberedPagination } from '#client/components/NumberedPagination.tsx';
import { pageSizes } from '#shared/limits.ts';
import { useColumnsStore } from './columnsStore.ts';
import { tableColumns } from './customLeadCells.tsx';
import type { useCustomLeads } from './customLeads.api.ts';
import { CustomLeadsEmpty } from './CustomLeadsEmpty.tsx';

type CustomLeadsPanelProps = {
  leads: ReturnType<typeof useCustomLeads>;
  page: number;
  search: string;
  onPageChange: (page: number) => void;
  onClearSearch: () => void;
};

/** The imported leads, with the columns that the person wants to see. */
export const CustomLeadsPanel = ({ leads, page, search, onPageChange, onClearSearch }: CustomLeadsPanelProps) => {
  const { data, isPending, isError, isFetching, isPlaceholderData, refetch } = leads;
  const hidden = useColumnsStore((columns) => columns.hidden);
  const columns = useMemo(() => tableColumns.filter(({ key }) => !hidden.includes(key)), [hidden]);
  const rows = isError ? [] : (data?.rows ?? []);
  const isTurning = isFetching && isPlaceholderData;
  return (
    <div className="grid grid-cols-1 gap-3">
      <DataTable
        label="Custom leads"
        columns={columns}
        rows={rows}
        rowKey={(lead, index) => lead._id || String(index)}
        isLoading={isPending}
        isRefreshing={isTurning}
        page={page}
        empty={
          <CustomLeadsEmpty
            isFailed={isError}
            search={search}
            page={page}
            onRetry={() => void refetch()}
            onClearSearch={onClearSearch}
            onFirstPage={() => onPageChange(1)}
          />
        }
      />
      {data !== undefined && (
        <NumberedPagination
          page={page}
          totalPages={data.totalPages}
          hasNext={data.nextPage !== null}
          onPageChange={onPageChange}
          isBusy={isTurning}
          label={describeRows({
            page,
            pageSize: pageSizes.customLeads,
            shown: rows.length,
            total: data.totalItems,
            isTotalCapped: data.isTotalCapped,
          })}
        />
      )}
    </div>
  );
};
