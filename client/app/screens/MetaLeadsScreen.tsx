import { useState } from 'react';
import { PageHeader } from '#client/components/PageHeader.tsx';
import { useGrantAccess } from '#client/features/connections/useGrantAccess.ts';
import { ExportButton } from '#client/features/exports/ExportButton.tsx';
import { exportRows } from '#client/features/exports/exportRows.ts';
import { LastSheetLink } from '#client/features/exports/LastSheetLink.tsx';
import { FormLeadsPanel } from '#client/features/leads/FormLeadsPanel.tsx';
import { LeadDetailsDialog } from '#client/features/leads/LeadDetailsDialog.tsx';
import { useFormLeads } from '#client/features/leads/leads.api.ts';
import type { FormLead } from '#shared/contracts/leads.ts';

/** The leads of the Facebook lead forms with all their answers. */
export const MetaLeadsScreen = () => {
  const grant = useGrantAccess();
  const leads = useFormLeads();
  const [viewed, setViewed] = useState<FormLead | null>(null);
  const rows = leads.isError ? [] : (leads.data?.rows ?? []);
  return (
    <>
      <PageHeader
        title="Leads"
        subtitle="Facebook lead forms, with every answer"
        actions={
          <>
            <LastSheetLink />
            <ExportButton
              isEmpty={rows.length === 0}
              onExport={() => void exportRows({ data: rows })}
              onGoogleNeeded={() => void grant('google')}
            />
          </>
        }
      />
      <FormLeadsPanel leads={leads} rows={rows} onView={setViewed} />
      {viewed && <LeadDetailsDialog lead={viewed} onClose={() => setViewed(null)} />}
    </>
  );
};
