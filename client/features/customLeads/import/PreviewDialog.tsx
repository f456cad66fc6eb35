import { useState } from 'react';
import { DataTable } from '#client/components/tables/DataTable.tsx';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { DialogActions } from '#client/components/overlays/DialogActions.tsx';
import { Pagination } from '#client/components/tables/Pagination.tsx';
import { ProgressBar } from '#client/components/states/ProgressBar.tsx';
import { formatInteger, formatPercent } from '#client/lib/format.ts';
import { pageSizes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { valueColumns } from '#client/features/customLeads/customLeadCells.tsx';
import type { ImportSummary } from './importTasks.ts';
import { useImportShare } from './importProgress.ts';
import { QuotedValuesBanner } from './QuotedValuesBanner.tsx';
import { showReadFailure } from './useImport.ts';
import type { ImportDraft } from './useImport.ts';

type PreviewDialogProps = {
  draft: ImportDraft;
  savingRef: string | null;
  onCancel: () => void;
  onConfirm: () => void;
};

const countRows = (count: number): string => `${formatInteger(count)} ${count === 1 ? 'row' : 'rows'}`;

const describe = ({ rowCount, rowsWithoutId }: ImportSummary): string => {
  const rows = countRows(rowCount);
  return rowsWithoutId === 0
    ? `${rows}. A lead whose id is known already is updated.`
    : `${rows}, ${formatInteger(rowsWithoutId)} without an id. A row without an id is added again by every import.`;
};

type SavingProps = { rowCount: number; savingRef: string };

const Saving = ({ rowCount, savingRef }: SavingProps) => {
  const share = useImportShare(savingRef, rowCount);
  const text = `Saving ${countRows(rowCount)}`;
  return (
    <div className="grid gap-1.5">
      <output className="text-[13px] text-muted">{text}. Many rows take a while.</output>
      <ProgressBar
        label={text}
        value={share ?? 0}
        max={share === null ? null : 1}
        text={share === null ? '' : formatPercent(Math.round(100 * share))}
      />
    </div>
  );
};

/** Shows what an import would store. Only Confirm stores it; closing cancels. */
export const PreviewDialog = ({ draft, savingRef, onCancel, onConfirm }: PreviewDialogProps) => {
  const { reader, file } = draft;
  const isSaving = savingRef !== null;
  const [summary, setSummary] = useState(draft.summary);
  const [shown, setShown] = useState({ page: 1, rows: draft.rows });
  const [isQuoted, setIsQuoted] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const pageCount = Math.ceil(summary.rowCount / pageSizes.customLeadsPreview);

  const showPage = async (page: number): Promise<void> => setShown({ page, rows: await reader.readPage(page) });

  const readAgain = async (csv: File, next: boolean): Promise<void> => {
    setIsReading(true);
    try {
      setSummary(await reader.readCsv(csv, { isQuoted: next }));
      await showPage(1);
      setIsQuoted(next);
    } catch (error) {
      showReadFailure(error, messages.customLeads.unreadable);
    } finally {
      setIsReading(false);
    }
  };

  return (
    <Dialog
      title="Preview Data"
      onClose={onCancel}
      isBusy={isSaving}
      footer={
        <DialogActions data-autofocus="" disabled={isReading} isBusy={isSaving} onCancel={onCancel} onClick={onConfirm}>
          Confirm
        </DialogActions>
      }
    >
      <div className="grid grid-cols-1 gap-3">
        {savingRef === null ? (
          <output className="text-[13px] text-muted tabular-nums">{describe(summary)}</output>
        ) : (
          <Saving rowCount={summary.rowCount} savingRef={savingRef} />
        )}
        {file !== null && (draft.summary.mayNeedQuotes || isQuoted) && (
          <QuotedValuesBanner
            isQuoted={isQuoted}
            isDisabled={isReading || isSaving}
            onChange={(next) => void readAgain(file, next)}
          />
        )}
        <DataTable
          label="Rows of the import"
          columns={valueColumns}
          rows={shown.rows}
          rowKey={(_row, index) => String(index)}
          isRefreshing={isReading}
          heightClass="min-h-36"
          empty={null}
        />
        <Pagination
          label={`Page ${formatInteger(shown.page)} of ${formatInteger(pageCount)}`}
          canGoBack={shown.page > 1}
          canGoOn={shown.page < pageCount}
          onPrevious={() => void showPage(shown.page - 1)}
          onNext={() => void showPage(shown.page + 1)}
          isBusy={isReading}
        />
      </div>
    </Dialog>
  );
};
