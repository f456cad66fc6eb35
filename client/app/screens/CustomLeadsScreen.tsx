import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { ColumnsMenu } from '#client/components/tables/ColumnsMenu.tsx';
import { PageHeader } from '#client/components/layout/PageHeader.tsx';
import { SearchBox } from '#client/components/forms/SearchBox.tsx';
import { tableColumns } from '#client/features/customLeads/customLeadCells.tsx';
import { useCustomLeads } from '#client/features/customLeads/customLeads.api.ts';
import { CustomLeadsPanel } from '#client/features/customLeads/CustomLeadsPanel.tsx';
import type { SavedImport } from '#client/features/customLeads/import/describeImport.ts';
import { ImportCard } from '#client/features/customLeads/import/ImportCard.tsx';
import { toExportBody } from '#client/features/customLeads/toExportBody.ts';
import { useImport } from '#client/features/customLeads/import/useImport.ts';
import type { ImportDraft } from '#client/features/customLeads/import/useImport.ts';
import type { SavedCounts } from '#client/features/customLeads/customLeads.api.ts';
import { exportRows } from '#client/features/exports/state/exportRows.ts';
import { wholeListOf } from '#client/features/exports/state/exportWholeList.ts';
import { useListParams } from '#client/lib/address/useAddress.ts';
import { activityPath } from '#client/lib/address/leadsAddress.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { ExportActions } from './ExportActions.tsx';

const PreviewDialog = lazyScreen(
  async () => (await import('#client/features/customLeads/import/PreviewDialog.tsx')).PreviewDialog,
);
const TakeOverDialog = lazyScreen(
  async () => (await import('#client/features/sheets/TakeOverDialog.tsx')).TakeOverDialog,
);

/** Leads from files and sheets. */
export const CustomLeadsScreen = () => {
  const queryClient = useQueryClient();
  const { page, search, setPage, setSearch, clearSearch } = useListParams();
  const [savedSheets, setSavedSheets] = useState(0);
  const [lastImport, setLastImport] = useState<SavedImport | null>(null);
  const leads = useCustomLeads({ page, search });
  const rows = leads.isPlaceholderData ? [] : (leads.data?.rows ?? []);

  const handleSaved = ({ file, summary }: ImportDraft, counts: SavedCounts): void => {
    const { rowCount, leftOutCount: leftOut } = summary;
    setLastImport(counts && { source: file?.name ?? 'Google Sheet', rowCount, leftOut, ...counts });
    if (file === null) setSavedSheets((count) => count + 1);
    // Old pages and searches must not show again, even briefly before a reload.
    queryClient.removeQueries({ queryKey: queryKeys.leads.of('custom'), type: 'inactive' });
    // Coming from another page, the return to page 1 loads it anyway.
    void queryClient.invalidateQueries({
      queryKey: queryKeys.leads.of('custom'),
      refetchType: page === 1 ? 'active' : 'none',
    });
    if (page !== 1) setPage(1);
  };
  const { state, importFile, importSheet, confirm, close } = useImport(handleSaved);

  return (
    <>
      <PageHeader
        title="Meta Custom Leads"
        subtitle="Leads from your files and Google Sheets"
        actions={
          <>
            <Link to={activityPath} title="Imports can be undone there" className={buttonStyles({})}>
              Activity
            </Link>
            <ExportActions
              isEmpty={rows.length === 0}
              onExport={() => exportRows(toExportBody(rows))}
              whole={wholeListOf('custom', search, leads.data)}
            />
          </>
        }
      />
      <ImportCard
        state={state}
        savedSheets={savedSheets}
        lastImport={lastImport}
        onFile={(file) => void importFile(file)}
        onSheet={(url) => void importSheet(url)}
        onCancel={close}
      />
      <div className="mb-3 flex items-center justify-between gap-2">
        <div className="min-w-0 max-sm:flex-1">
          <SearchBox value={search} onSearch={setSearch} />
        </div>
        <ColumnsMenu table="customLeads" columns={tableColumns} />
      </div>
      <CustomLeadsPanel leads={leads} page={page} search={search} onPageChange={setPage} onClearSearch={clearSearch} />
      <Suspense>
        {state.step === 'claimed' && (
          <TakeOverDialog url={state.url} onClose={close} onTaken={() => void importSheet(state.url)} />
        )}
        {state.step === 'preview' && (
          <PreviewDialog
            draft={state.draft}
            savingRef={state.savingRef}
            onCancel={close}
            onConfirm={(summary) => void confirm({ ...state.draft, summary })}
          />
        )}
      </Suspense>
    </>
  );
};
