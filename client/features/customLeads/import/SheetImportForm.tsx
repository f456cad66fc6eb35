import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { useDraft } from '#client/stores/drafts.ts';
import { SampleSheet } from '#client/features/sheets/SampleSheet.tsx';

type SheetImportFormProps = {
  /** Grows with each stored sheet, which clears the input. */
  savedSheets: number;
  isFetching: boolean;
  onImport: (url: string) => void;
};

/** Takes the address of a shared Google Sheet. The server validates it. */
export const SheetImportForm = ({ savedSheets, isFetching, onImport }: SheetImportFormProps) => {
  const [url, setUrl, clearUrl] = useDraft('sheet to import');
  const [lastSavedSheets, setLastSavedSheets] = useState(savedSheets);
  if (savedSheets !== lastSavedSheets) {
    setLastSavedSheets(savedSheets);
    clearUrl();
  }
  const isEmpty = url.trim() === '';
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isEmpty && !isFetching) onImport(url.trim());
  };
  return (
    <form className="grid gap-1.5" noValidate onSubmit={handleSubmit}>
      <div className="flex gap-2">
        <TextInput
          type="url"
          inputMode="url"
          autoComplete="off"
          aria-label="Google Sheet URL"
          placeholder="Paste Google Sheet URL"
          className="text-ellipsis max-sm:placeholder:text-[13px]"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <Button type="submit" disabled={isEmpty} isBusy={isFetching}>
          Import
        </Button>
      </div>
      <SampleSheet onUse={setUrl} />
    </form>
  );
};
