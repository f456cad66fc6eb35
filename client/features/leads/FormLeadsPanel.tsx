import { useMemo } from 'react';
import { DataTable } from '#client/components/DataTable.tsx';
import { describeRows } from '#client/components/describeRows.ts';
import { Pagination } from '#client/components/Pagination.tsx';
import { Spinner } from '#client/components/Spinner.tsx';
import { useListParams } from '#client/lib/useListParams.ts';
import type { FormLead } from '#shared/contracts/leads.ts';
import { pageSizes } from '#shared/limits.ts';
import { formLeadColumns } from './leadColumns.tsx';
import type { useFormLeads } from './leads.api.ts';
import { LeadsEmpty } from './LeadsEmpty.tsx';

type FormLeadsPanelProps = {
  leads: ReturnType<typeof useFormLeads>;
  /** All of them; the panel cuts them into pages. */
  rows: readonly FormLead[];
  onView: (lead: FormLead) => void;
};

/** The call knows no pages, so the list comes whole and is cut here; each step reads it again, so that it stays fresh. */
export const FormLeadsPanel = ({ leads, rows, onView }: FormLeadsPanelProps) => {
  const params = useListParams();
  const columns = useMemo(() => formLeadColumns(onView), [onView]);
  const pageCount = Math.max(1, Math.ceil(rows.length / pageSizes.leads));
  const page = Math.min(params.page, pageCount);
  const shown = rows.slice((page - 1) * pageSizes.leads, page * pageSizes.leads);
  const step = (to: number): void => {
    params.setPage(to);
    void leads.refetch();
  };
  if (leads.isPending) return <Spinner label="Loading leads" className="min-h-60" />;
  return (
    <div className="grid grid-cols-1 gap-3">
      <DataTable
        label="Facebook leads"
        columns={columns}
        rows={shown}
        rowKey={(lead, index) => lead.id || String(index)}
        page={page}
        empty={<LeadsEmpty platform="facebook" error={leads.error} onRetry={() => void leads.refetch()} />}
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
