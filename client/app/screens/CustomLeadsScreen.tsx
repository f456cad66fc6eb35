import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { ColumnsMenu } from '#client/components/tables/ColumnsMenu.tsx';
import { PageHeader } from '#client/components/layout/PageHeader.tsx';
import { SearchBox } from '#client/components/forms/SearchBox.tsx';
import { tableColumns } from '#client/features/customLeads/customLeadCells.tsx';
import { useCustomLeads } from '#client/features/customLeads/customLeads.api.ts';
import { CustomLeadsPanel } from '#client/features/customLeads/CustomLeadsPanel.tsx';
import type { SavedImport } from '#client/features/customLeads/import/describeImport.ts';
import { ImportCard } from '#client/features/customLeads/import/ImportCard.tsx';
import { useImport } from '#client/features/customLeads/import/useImport.ts';
import type { ImportDraft } from '#client/features/customLeads/import/useImport.ts';
import type { SavedCounts } from '#client/features/customLeads/customLeads.api.ts';
import { useListParams } from '#client/lib/address/useAddress.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { useIsCompact } from '#client/lib/hooks/useMediaQuery.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';

const CustomLeadsActions = lazyScreen(async () => (await import('./CustomLeadsActions.tsx')).CustomLeadsActions);
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

  const isCompact = useIsCompact();
  return (
    <>
      <PageHeader
        title="Meta Custom Leads"
        subtitle="Leads from your files and Google Sheets"
        actions={
          isCompact ? undefined : (
            // Reserves the space of the buttons.
            <Suspense fallback={<div className="h-9 pointer-coarse:h-11" />}>
              <CustomLeadsActions leads={leads} search={search} />
            </Suspense>
          )
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
        {isCompact ? (
          <Suspense fallback={<div className="w-24" />}>
            <CustomLeadsActions leads={leads} search={search} isMenu />
          </Suspense>
        ) : (
          <ColumnsMenu table="customLeads" columns={tableColumns} />
        )}
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
