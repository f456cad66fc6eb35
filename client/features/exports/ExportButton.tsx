import { Sheet } from 'lucide-react';
import { Button } from '#client/components/Button.tsx';
import { useIsConnected } from '#client/stores/userStore.ts';
import { useIsExporting } from './exportsStore.ts';

type ExportButtonProps = {
  /** Nothing is loaded that could be exported. */
  isEmpty: boolean;
  onExport: () => void;
  /** The sheet is made with the person's Google grant: without one, this is called straight from the click instead. */
  onGoogleNeeded: () => void;
};

/** Writes the loaded rows to a new Google Sheet; disabled without rows and while an export runs. */
export const ExportButton = ({ isEmpty, onExport, onGoogleNeeded }: ExportButtonProps) => {
  const isExporting = useIsExporting();
  const isGoogleConnected = useIsConnected('google');
  const handleClick = (): void => {
    if (isGoogleConnected) onExport();
    else onGoogleNeeded();
  };
  return (
    <Button
      variant="primary"
      icon={<Sheet />}
      disabled={isEmpty}
      isBusy={isExporting}
      onClick={handleClick}
      // On a phone it shares its line with the way to the last sheet.
      className="max-sm:px-2.5"
    >
      Export Google Sheet
    </Button>
  );
};
