import { sheetPlatform } from '#shared/platforms.ts';
import { useGrantAccess } from '#client/features/connections/grant/useGrantAccess.ts';
import { ExportAllButton } from '#client/features/exports/ExportAllButton.tsx';
import { ExportButton } from '#client/features/exports/ExportButton.tsx';
import { ExportsButton } from '#client/features/exports/ExportsButton.tsx';
import { exportWholeList } from '#client/features/exports/state/exportWholeList.ts';
import type { WholeList } from '#client/features/exports/state/exportWholeList.ts';
import { LastSheetLink } from '#client/features/exports/LastSheetLink.tsx';
import { useIsConnected } from '#client/stores/userStore.ts';

type ExportActionsProps = {
  /** Nothing is loaded that could be exported. */
  isEmpty: boolean;
  onExport: () => void;
  /** The list that the screen has a part of. */
  whole?: WholeList | null;
};

/** The exports of what a screen shows, and the ways to the sheets of earlier ones. */
export const ExportActions = ({ isEmpty, onExport, whole = null }: ExportActionsProps) => {
  const grant = useGrantAccess();
  const isGoogleConnected = useIsConnected(sheetPlatform);
  /** The sheet is made with the person's Google grant: without one, the click asks for it instead. */
  const withGoogle = (act: () => void) => (): void => {
    if (isGoogleConnected) act();
    else void grant(sheetPlatform);
  };
  return (
    <>
      <LastSheetLink />
      <ExportsButton />
      {whole && (
        <ExportAllButton whole={whole} isDisabled={isEmpty} onClick={withGoogle(() => exportWholeList(whole))} />
      )}
      <ExportButton isEmpty={isEmpty} onClick={withGoogle(onExport)} />
    </>
  );
};
