import { useState } from 'react';
import { PageHeader } from '#client/components/layout/PageHeader.tsx';
import { exportRows } from '#client/features/exports/state/exportRows.ts';
import { wholeListOf } from '#client/features/exports/state/exportWholeList.ts';
import { FormLeadsPanel } from '#client/features/leads/FormLeadsPanel.tsx';
import { LeadDetailsDialog } from '#client/features/leads/LeadDetailsDialog.tsx';
import type { LeadView } from '#client/features/leads/LeadDetailsDialog.tsx';
import { useFormLeads } from '#client/features/leads/facebookLeads.api.ts';
import type { FormLead } from '#shared/contracts/leads.ts';
import { ExportActions } from './ExportActions.tsx';

/** Leads from Facebook lead forms with all their answers. */
export const MetaLeadsScreen = () => {
  const leads = useFormLeads();
  const [viewed, setViewed] = useState<FormLead | null>(null);
  // Stays the same when the person opens another lead.
  const [view, setView] = useState<LeadView>('raw');
  const rows = leads.data?.rows ?? [];
  return (
    <>
      <PageHeader
        title="Leads"
        subtitle="Facebook lead forms, with every answer"
        actions={
          <ExportActions
            isEmpty={rows.length === 0}
            onExport={() => exportRows({ data: rows })}
            whole={wholeListOf('facebook', '', leads.data)}
          />
        }
      />
      <FormLeadsPanel leads={leads} rows={rows} onView={setViewed} />
      {viewed && (
        <LeadDetailsDialog
          lead={viewed}
          leads={rows}
          onLead={setViewed}
          view={view}
          onViewChange={setView}
          onClose={() => setViewed(null)}
        />
      )}
    </>
  );
};
