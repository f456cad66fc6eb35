import { DataTable } from '#client/components/tables/DataTable.tsx';
import { ListBanner } from '#client/components/states/ListBanner.tsx';
import { ListPagination } from '#client/components/tables/ListPagination.tsx';
import { useShownColumns } from '#client/stores/columnsStore.ts';
import { formatDateTime } from '#client/lib/format.ts';
import { pageSizes } from '#shared/limits.ts';
import { platformNames } from '#shared/platforms.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import { contactOf, leadColumns } from './leadColumns.tsx';
import { PersonCard } from '#client/components/values/PersonCard.tsx';
import type { useLeads } from './leads.api.ts';
import { LeadsEmpty } from './LeadsEmpty.tsx';

type LeadsPanelProps = {
  platform: LeadPlatformId;
  leads: ReturnType<typeof useLeads>;
  page: number;
  search: string;
  onPageChange: (page: number) => void;
  onClearSearch: () => void;
};

export const LeadsPanel = ({ platform, leads, page, search, onPageChange, onClearSearch }: LeadsPanelProps) => {
  const { data, error, isPending, isFetching, isPaused, isPlaceholderData, refetch } = leads;
  const columns = useShownColumns('leads', leadColumns);
  const rows = data?.rows ?? [];
  const isTurning = isFetching && isPlaceholderData;
  const retry = (): void => void refetch();
  return (
    <div className="grid grid-cols-1 gap-3">
      <ListBanner query={leads} hasRows={rows.length > 0} />
      <DataTable
        label={`${platformNames[platform]} leads`}
        columns={columns}
        renderCard={(lead) => <PersonCard {...contactOf(lead)} facts={formatDateTime(lead.createdAt)} />}
        rows={rows}
        rowKey={(lead, index) => lead.leadId || String(index)}
        isLoading={isPending}
        isRefreshing={isTurning || isPaused}
        page={page}
        empty={
          <LeadsEmpty
            platform={platform}
            list={{ page, onFirstPage: () => onPageChange(1), search, onClearSearch }}
            error={error}
            onRetry={retry}
            isRetrying={isFetching}
          />
        }
      />
      {data !== undefined && (
        <ListPagination
          page={page}
          pageSize={pageSizes.leads}
          shown={rows.length}
          list={data}
          isBusy={isTurning}
          onPageChange={onPageChange}
        />
      )}
    </div>
  );
};
