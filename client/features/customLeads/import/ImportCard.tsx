import { CircleCheck, Download } from 'lucide-react';
import { Button } from '#client/components/buttons/Button.tsx';
import { Card } from '#client/components/layout/Card.tsx';
import { formatInteger } from '#client/lib/format.ts';
import { importLimits } from '#shared/limits.ts';
import { FilePicker } from './FilePicker.tsx';
import { describeImport } from './describeImport.ts';
import type { SavedImport } from './describeImport.ts';
import { downloadSampleCsv } from './sampleCsv.ts';
import { SheetImportForm } from './SheetImportForm.tsx';
import type { ImportState } from './useImport.ts';

type ImportCardProps = {
  state: ImportState;
  /** Sheets stored since the screen was opened. */
  savedSheets: number;
  /** The newest import of this visit. Null while another import runs. */
  lastImport: SavedImport | null;
  onFile: (file: File) => void;
  onSheet: (url: string) => void;
  onCancel: () => void;
};

const fileHint = `Any table of leads, up to ${formatInteger(importLimits.rows)} rows or ${importLimits.fileBytes / 1024 / 1024} MB.`;

/** Import from a file or a Google Sheet. */
export const ImportCard = ({ state, savedSheets, lastImport, onFile, onSheet, onCancel }: ImportCardProps) => (
  <Card className="mb-4 grid gap-x-6 gap-y-4 lg:grid-cols-2">
    <div>
      <div className="mb-1.5 flex min-h-8 items-center justify-between gap-2">
        <h2 className="text-[13px] font-medium">CSV or Excel file</h2>
        <Button size="sm" variant="ghost" icon={<Download />} className="-mr-3" onClick={downloadSampleCsv}>
          Download Sample CSV
        </Button>
      </div>
      <FilePicker
        onFile={onFile}
        isTaken={state.step === 'readingFile' || (state.step === 'preview' && state.draft.source.kind === 'file')}
        reading={state.step === 'readingFile' ? state : null}
        onCancel={onCancel}
      />
      <p className="mt-1.5 text-xs text-muted">{fileHint}</p>
    </div>
    <div>
      <h2 className="mb-1.5 flex items-center text-[13px] font-medium lg:min-h-8">Google Sheet</h2>
      <div className="flex items-center lg:min-h-13 [&>form]:flex-1">
        <SheetImportForm savedSheets={savedSheets} isFetching={state.step === 'fetchingSheet'} onImport={onSheet} />
      </div>
      <p className="mt-1.5 text-xs text-muted">
        The sheet must be publicly accessible or shared with the service account.
      </p>
    </div>
    <output className="lg:col-span-2 [&:empty]:hidden">
      {lastImport !== null && state.step === 'idle' && (
        <span className="flex items-start gap-2 border-t border-hairline pt-3 text-[13px] wrap-anywhere tabular-nums">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
          {describeImport(lastImport)}
        </span>
      )}
    </output>
  </Card>
);
