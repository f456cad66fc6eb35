import { useState } from 'react';
import { DataTable } from '#client/components/tables/DataTable.tsx';
import { ChoiceSelect } from '#client/components/forms/ChoiceSelect.tsx';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { DialogActions } from '#client/components/overlays/DialogActions.tsx';
import { Pagination } from '#client/components/tables/Pagination.tsx';
import { Banner } from '#client/components/states/Banner.tsx';
import { ProgressBar } from '#client/components/states/ProgressBar.tsx';
import { downloadCsv } from '#client/lib/csv/downloadCsv.ts';
import { countOf } from '#client/lib/countOf.ts';
import { formatInteger, formatPercent } from '#client/lib/format.ts';
import { importLimits, pageSizes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { valueColumns } from '#client/features/customLeads/customLeadCells.tsx';
import { ColumnList } from './ColumnList.tsx';
import { describeReading, describeRemarks } from './describeReading.ts';
import type { ImportSummary } from './importTasks.ts';
import { useImportShare } from './importProgress.ts';
import { LeftOutRows } from './LeftOutRows.tsx';
import { ReadingSwitch } from './ReadingSwitch.tsx';
import { chooseColumn, recallColumns } from './rememberedColumns.ts';
import { showReadFailure } from './useImport.ts';
import type { ImportDraft } from './useImport.ts';

type PreviewDialogProps = {
  draft: ImportDraft;
  savingRef: string | null;
  onCancel: () => void;
  onConfirm: (summary: ImportSummary) => void;
};

const describeLiteral = ({ rowCount, rowsWithoutId }: ImportSummary): string => {
  const rows = countOf(rowCount, 'row');
  return rowsWithoutId === 0
    ? `${rows}. A lead whose id is known already is updated.`
    : `${rows}, ${formatInteger(rowsWithoutId)} without an id. A row without an id is known by its e-mail address or phone number.`;
};

type SavingProps = { rowCount: number; savingRef: string };

const Saving = ({ rowCount, savingRef }: SavingProps) => {
  const share = useImportShare(savingRef, rowCount);
  const text = `Saving ${countOf(rowCount, 'row')}`;
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

const Remarks = ({ remarks }: Pick<ImportSummary, 'remarks'>) => {
  const texts = describeRemarks(remarks);
  return (
    texts.length > 0 && (
      <ul aria-label="Remarks" className="grid list-disc gap-1 pl-4 text-[13px] text-muted tabular-nums">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    )
  );
};

const TooLong = ({ row, column }: NonNullable<ImportSummary['tooLong']>) => (
  <Banner tone="warning">
    Row {formatInteger(row)} has more than {formatInteger(importLimits.valueCharacters)} characters in the column “
    {column}”. Shorten the text in the file, then choose the file again.
  </Banner>
);

/** Shows what an import would store. Only Confirm stores it; closing cancels. */
export const PreviewDialog = ({ draft, savingRef, onCancel, onConfirm }: PreviewDialogProps) => {
  const { reader, source } = draft;
  const isSaving = savingRef !== null;
  const [summary, setSummary] = useState(draft.summary);
  const [shown, setShown] = useState({ page: 1, rows: draft.rows });
  const [isReading, setIsReading] = useState(false);
  const pageCount = Math.ceil(summary.rowCount / pageSizes.customLeadsPreview);
  const isDisabled = isReading || isSaving;
  const { isLiteral, isOwnFile, sheets, columns, tooLong } = summary;
  const needsLook =
    summary.rowsWithoutContact === summary.rowCount || summary.remarks.some(({ code }) => code === 'noHeader');

  const showPage = async (page: number): Promise<void> => setShown({ page, rows: await reader.readPage(page) });

  const readAgain = async (next: { isLiteral?: boolean; sheet?: number }): Promise<void> => {
    setIsReading(true);
    try {
      const options = { isLiteral, sheet: summary.sheet, ...next, remembered: recallColumns() };
      setSummary(await reader.read(source, options));
      await showPage(1);
    } catch (error) {
      showReadFailure(error, messages.customLeads.unreadable);
    } finally {
      setIsReading(false);
    }
  };

  const downloadLeftOut = async (): Promise<void> => downloadCsv(await reader.buildLeftOut(), 'left-out-rows.csv');

  return (
    <Dialog
      title="Preview Data"
      onClose={onCancel}
      isBusy={isSaving}
      footer={
        <DialogActions
          data-autofocus=""
          disabled={isReading || tooLong !== null}
          isBusy={isSaving}
          onCancel={onCancel}
          onClick={() => onConfirm(summary)}
        >
          Confirm
        </DialogActions>
      }
    >
      <div className="grid grid-cols-1 gap-3">
        {savingRef === null ? (
          <output className="text-[13px] text-muted tabular-nums">
            {isLiteral ? describeLiteral(summary) : describeReading(summary, source.kind)}
          </output>
        ) : (
          <Saving rowCount={summary.rowCount} savingRef={savingRef} />
        )}
        <Remarks remarks={summary.remarks} />
        {tooLong !== null && <TooLong {...tooLong} />}
        {isOwnFile && summary.mayNeedQuotes && (
          <ReadingSwitch
            summary={summary}
            isDisabled={isDisabled}
            onChange={(next) => void readAgain({ isLiteral: next })}
          />
        )}
        {sheets.length > 1 && (
          <ChoiceSelect
            aria-label="Sheet of the file"
            value={String(summary.sheet)}
            disabled={isSaving}
            onChoose={(value) => readAgain({ sheet: Number(value) })}
          >
            {sheets.map((name, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- sheets do not move
              <option key={index} value={index}>
                {name}
              </option>
            ))}
          </ChoiceSelect>
        )}
        {columns.length > 0 && (
          <ColumnList
            columns={columns}
            isOpenAtFirst={needsLook}
            isDisabled={isSaving}
            onChoose={(name, becomes) => {
              chooseColumn(summary.columnNames, name, becomes);
              return readAgain({});
            }}
          />
        )}
        {summary.leftOutCount > 0 && (
          <LeftOutRows
            leftOut={summary.leftOut}
            leftOutCount={summary.leftOutCount}
            onDownload={() => void downloadLeftOut()}
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
        {source.kind === 'file' && sheets.length === 0 && !isOwnFile && (
          <ReadingSwitch
            summary={summary}
            isDisabled={isDisabled}
            onChange={(next) => void readAgain({ isLiteral: next })}
          />
        )}
      </div>
    </Dialog>
  );
};
