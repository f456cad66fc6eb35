import { DataTable } from '#client/components/DataTable.tsx';
import { NumberedPagination } from '#client/components/NumberedPagination.tsx';
import { describeRows } from '#client/components/describeRows.ts';
import { pageSizes } from '#shared/limits.ts';
import { platformNames } from '#shared/platforms.ts';
import { leadColumns } from './leadColumns.tsx';
import type { LeadPlatform, useLeads } from './leads.api.ts';
import { LeadsEmpty } from './LeadsEmpty.tsx';

type LeadsPanelProps = {
  platform: LeadPlatform;
  leads: ReturnType<typeof useLeads>;
  page: number;
  search: string;
  onPageChange: (page: number) => void;
  onClearSearch: () => void;
};

/** The stored leads of one platform. */
export const LeadsPanel = ({ platform, leads, page, search, onPageChange, onClearSearch }: LeadsPanelProps) => {
  const { data, error, isPending, isError, isFetching, isPlaceholderData, refetch } = leads;
  const rows = isError ? [] : (data?.rows ?? []);
  return (
    <div className="grid grid-cols-1 gap-3">
      <DataTable
        label={`${platformNames[platform]} leads`}
        columns={leadColumns}
        rows={rows}
        rowKey={(lead, index) => lead.leadId || String(index)}
        isLoading={isPending}
        isRefreshing={isFetching && isPlaceholderData}
        page={page}
        empty={
          <LeadsEmpty
            platform={platform}
            search={search}
            onClearSearch={onClearSearch}
            page={page}
            onFirstPage={() => onPageChange(1)}
            error={error}
            onRetry={() => void refetch()}
          />
        }
      />
      {data !== undefined && (
        <NumberedPagination
          page={page}
          totalPages={data.totalPages}
          hasNext={data.nextPage !== null}
          onPageChange={onPageChange}
          isBusy={isFetching && isPlaceholderData}
          label={describeRows({
            page,
            pageSize: pageSizes.leads,
            shown: rows.length,
            total: data.totalItems,
            isTotalCapped: data.isTotalCapped,
          })}
        />
      )}
    </div>
  );
};
