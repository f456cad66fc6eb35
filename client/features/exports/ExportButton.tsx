import { Sheet } from 'lucide-react';
import { Button } from '#client/components/buttons/Button.tsx';
import { useIsExporting } from './state/exportsStore.ts';

/** Writes the loaded rows to a new Google Sheet; disabled without rows and while an export runs. */
export const ExportButton = ({ isEmpty, onClick }: { isEmpty: boolean; onClick: () => void }) => (
  <Button
    variant="primary"
    icon={<Sheet />}
    disabled={isEmpty}
    isBusy={useIsExporting()}
    onClick={onClick}
    // On a phone it shares its line with the way to the other exports, or has one of its own.
    className="max-sm:grow max-sm:px-2.5"
  >
    Export Google Sheet
  </Button>
);
