import { DataTable } from '#client/components/tables/DataTable.tsx';
import { ListBanner } from '#client/components/states/ListBanner.tsx';
import { ListPagination } from '#client/components/tables/ListPagination.tsx';
import { useShownColumns } from '#client/stores/columnsStore.ts';
import { pageSizes } from '#shared/limits.ts';
import { CustomLeadCard, tableColumns } from './customLeadCells.tsx';
import type { useCustomLeads } from './customLeads.api.ts';
import { CustomLeadsEmpty } from './CustomLeadsEmpty.tsx';

type CustomLeadsPanelProps = {
  leads: ReturnType<typeof useCustomLeads>;
  page: number;
  search: string;
  onPageChange: (page: number) => void;
  onClearSearch: () => void;
};

export const CustomLeadsPanel = ({ leads, page, search, onPageChange, onClearSearch }: CustomLeadsPanelProps) => {
  const { data, isPending, isError, isFetching, isPaused, isPlaceholderData, refetch } = leads;
  const columns = useShownColumns('customLeads', tableColumns);
  const rows = data?.rows ?? [];
  const isTurning = isFetching && isPlaceholderData;
  const retry = (): void => void refetch();
  return (
    <div className="grid grid-cols-1 gap-3">
      <ListBanner query={leads} hasRows={rows.length > 0} />
      <DataTable
        label="Custom leads"
        columns={columns}
        renderCard={(lead) => <CustomLeadCard lead={lead} />}
        rows={rows}
        rowKey={(lead, index) => lead._id || String(index)}
        isLoading={isPending}
        isRefreshing={isTurning || isPaused}
        page={page}
        empty={
          <CustomLeadsEmpty
            isFailed={isError}
            search={search}
            page={page}
            onRetry={retry}
            isRetrying={isFetching}
            onClearSearch={onClearSearch}
            onFirstPage={() => onPageChange(1)}
          />
        }
      />
      {data !== undefined && (
        <ListPagination
          page={page}
          pageSize={pageSizes.customLeads}
          shown={rows.length}
          list={data}
          isBusy={isTurning}
          onPageChange={onPageChange}
        />
      )}
    </div>
  );
};
