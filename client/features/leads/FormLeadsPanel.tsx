import { useMemo } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { ColumnsMenu } from '#client/components/tables/ColumnsMenu.tsx';
import { DataTable } from '#client/components/tables/DataTable.tsx';
import { describeRows } from '#client/components/tables/describeRows.ts';
import { ListBanner } from '#client/components/states/ListBanner.tsx';
import { Pagination } from '#client/components/tables/Pagination.tsx';
import { Spinner } from '#client/components/states/Spinner.tsx';
import { formatInteger } from '#client/lib/format.ts';
import { useListParams } from '#client/lib/address/useAddress.ts';
import { useIsNarrow } from '#client/lib/hooks/useMediaQuery.ts';
import { useShownColumns } from '#client/stores/columnsStore.ts';
import type { FormLead } from '#shared/contracts/leads.ts';
import { pageSizes } from '#shared/limits.ts';
import { contactOf, formLeadColumns, textOf, viewLeadColumn } from './leadColumns.tsx';
import { PersonCard } from '#client/components/values/PersonCard.tsx';
import type { useFormLeads } from './facebookLeads.api.ts';
import { LeadsEmpty } from './LeadsEmpty.tsx';

type FormLeadsPanelProps = {
  leads: ReturnType<typeof useFormLeads>;
  /** All rows. The panel splits them into pages. */
  rows: readonly FormLead[];
  onView: (lead: FormLead) => void;
};

/** The call has no pages, so the whole list is split here. Each page change reads it again to keep it fresh. */
export const FormLeadsPanel = ({ leads, rows, onView }: FormLeadsPanelProps) => {
  const { error, isPending, isFetching, isPaused, refetch } = leads;
  const params = useListParams();
  const shownColumns = useShownColumns('formLeads', formLeadColumns);
  const columns = useMemo(() => [...shownColumns, viewLeadColumn(onView)], [shownColumns, onView]);
  const pageCount = Math.max(1, Math.ceil(rows.length / pageSizes.leads));
  const page = Math.min(params.page, pageCount);
  const shown = rows.slice((page - 1) * pageSizes.leads, page * pageSizes.leads);
  const retry = (): void => void refetch();
  const step = (to: number): void => {
    params.setPage(to);
    retry();
  };
  const isNarrow = useIsNarrow();
  if (isPending && !isPaused) return <Spinner label="Loading leads" className="min-h-60" />;
  return (
    <div className="grid grid-cols-1 gap-3">
      <ListBanner query={leads} hasRows={rows.length > 0} />
      {rows.length > 0 && (
        <div className="flex items-center justify-between gap-2">
          <p className="text-[13px] text-muted tabular-nums">
            {formatInteger(rows.length)} {rows.length === 1 ? 'lead' : 'leads'}, newest first
          </p>
          {!isNarrow && <ColumnsMenu table="formLeads" columns={formLeadColumns} />}
        </div>
      )}
      <DataTable
        label="Facebook leads"
        columns={columns}
        renderCard={(lead) => (
          <PersonCard
            {...contactOf(lead)}
            facts={textOf(lead.formName)}
            action={
              <Button size="sm" variant="ghost" onClick={() => onView(lead)}>
                View Lead
              </Button>
            }
          />
        )}
        rows={shown}
        rowKey={(lead, index) => lead.id || String(index)}
        isLoading={isPending}
        page={page}
        empty={<LeadsEmpty platform="facebook" error={error} onRetry={retry} isRetrying={isFetching} />}
      />
      <Pagination
        label={describeRows({ page, pageSize: pageSizes.leads, shown: shown.length, total: rows.length })}
        canGoBack={page > 1}
        canGoOn={page < pageCount}
        onPrevious={() => step(page - 1)}
        onNext={() => step(page + 1)}
      />
    </div>
  );
};
