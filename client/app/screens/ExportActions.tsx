import { useGrantAccess } from '#client/features/connections/useGrantAccess.ts';
import { ExportButton } from '#client/features/exports/ExportButton.tsx';
import { LastSheetLink } from '#client/features/exports/LastSheetLink.tsx';

/** The export of what a screen shows, behind the way to the newest sheet. */
export const ExportActions = ({ isEmpty, onExport }: { isEmpty: boolean; onExport: () => void }) => {
  const grant = useGrantAccess();
  return (
    <>
      <LastSheetLink />
      <ExportButton isEmpty={isEmpty} onExport={onExport} onGoogleNeeded={() => void grant('google')} />
    </>
  );
};
