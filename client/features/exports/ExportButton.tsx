import { Sheet } from 'lucide-react';
import { Button } from '#client/components/Button.tsx';
import { useIsConnected } from '#client/stores/userStore.ts';
import { useIsExporting } from './exportsStore.ts';
import { startExport } from './startExport.ts';
import type { ExportRequest } from './startExport.ts';

type ExportButtonProps = {
  request: ExportRequest;
  /** The sheet is made with the person's Google grant: without one, this is called straight from the click instead. */
  onGoogleNeeded: () => void;
};

/** Writes the loaded rows to a new Google Sheet; disabled without rows and while an export runs. */
export const ExportButton = ({ request, onGoogleNeeded }: ExportButtonProps) => {
  const isExporting = useIsExporting();
  const isGoogleConnected = useIsConnected('google');
  const handleClick = (): void => {
    if (isGoogleConnected) startExport(request);
    else onGoogleNeeded();
  };
  return (
    <Button
      variant="primary"
      icon={<Sheet />}
      disabled={request.rows.length === 0}
      isBusy={isExporting}
      onClick={handleClick}
    >
      Export Google Sheet
    </Button>
  );
};
