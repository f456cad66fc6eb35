import { sheetPlatform } from '#shared/platforms.ts';
import { useGrantAccess } from '#client/features/connections/grant/useGrantAccess.ts';
import { ExportAllButton } from '#client/features/exports/ExportAllButton.tsx';
import { ExportButton } from '#client/features/exports/ExportButton.tsx';
import { ExportsButton } from '#client/features/exports/ExportsButton.tsx';
import { exportWholeList } from '#client/features/exports/state/exportWholeList.ts';
import type { WholeList } from '#client/features/exports/state/exportWholeList.ts';
import { LastSheetLink } from '#client/features/exports/LastSheetLink.tsx';
import { useIsConnected } from '#client/stores/userStore.ts';

/** Runs an export with the person's Google grant. Without a grant, the click opens the Google consent. */
export const useWithGoogle = () => {
  const grant = useGrantAccess();
  const isGoogleConnected = useIsConnected(sheetPlatform);
  return (act: () => void): void => {
    if (isGoogleConnected) act();
    else void grant(sheetPlatform);
  };
};

type ExportActionsProps = {
  /** No rows are loaded. */
  isEmpty: boolean;
  onExport: () => void;
  /** The whole list, if the screen shows only part of it. */
  whole?: WholeList | null;
};

/** Buttons to export the shown rows, and to open earlier exports. */
export const ExportActions = ({ isEmpty, onExport, whole = null }: ExportActionsProps) => {
  const withGoogle = useWithGoogle();
  return (
    <>
      <LastSheetLink />
      <ExportsButton />
      {whole && (
        <ExportAllButton whole={whole} isDisabled={isEmpty} onClick={() => withGoogle(() => exportWholeList(whole))} />
      )}
      <ExportButton isEmpty={isEmpty} onClick={() => withGoogle(onExport)} />
    </>
  );
};
