import { Sheet } from 'lucide-react';
import { Button } from '#client/components/buttons/Button.tsx';
import { useIsExporting } from './state/exportsStore.ts';

/** Exports the loaded rows to a new Google Sheet. Disabled without rows and while an export runs. */
export const ExportButton = ({ isEmpty, onClick }: { isEmpty: boolean; onClick: () => void }) => (
  <Button
    variant="primary"
    icon={<Sheet />}
    disabled={isEmpty}
    isBusy={useIsExporting()}
    onClick={onClick}
    // On phones the button shares a line with the link to other exports, or fills the line.
    className="max-sm:grow max-sm:px-2.5"
  >
    Export Google Sheet
  </Button>
);
