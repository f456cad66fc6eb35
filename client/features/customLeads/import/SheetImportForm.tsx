import { useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { useForm } from '#client/components/forms/useForm.ts';
import { useDraftFields } from '#client/stores/drafts.ts';
import { SampleSheet } from '#client/features/sheets/SampleSheet.tsx';

type SheetImportFormProps = {
  /** Grows with each stored sheet, which clears the input. */
  savedSheets: number;
  isFetching: boolean;
  onImport: (url: string) => void;
};

/** Form for the address of a shared Google Sheet. The server validates it. */
export const SheetImportForm = ({ savedSheets, isFetching, onImport }: SheetImportFormProps) => {
  const draft = useDraftFields('sheet to import', { text: '' });
  const [lastSavedSheets, setLastSavedSheets] = useState(savedSheets);
  if (savedSheets !== lastSavedSheets) {
    setLastSavedSheets(savedSheets);
    draft.clear();
  }
  const url = draft.texts.text.trim();
  const { onSubmit, register } = useForm({
    draft,
    submit: () => {
      if (url !== '' && !isFetching) onImport(url);
      // The text stays until the rows are stored.
      return false;
    },
  });
  return (
    <form className="grid gap-1.5" noValidate onSubmit={onSubmit}>
      <div className="flex gap-2">
        <TextInput
          {...register('text')}
          type="url"
          inputMode="url"
          autoComplete="off"
          aria-label="Google Sheet URL"
          placeholder="Paste Google Sheet URL"
          className="text-ellipsis max-sm:placeholder:text-[13px]"
        />
        <Button type="submit" disabled={url === ''} isBusy={isFetching}>
          Import
        </Button>
      </div>
      <SampleSheet onUse={(sample) => draft.type('text', sample)} />
    </form>
  );
};
