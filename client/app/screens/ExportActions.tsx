import { Sheet } from 'lucide-react';
import type { Action } from '#client/components/actions/Action.ts';
import { MoreMenu } from '#client/components/actions/MoreMenu.tsx';
import { useOfferedActions } from '#client/components/actions/offeredActions.ts';
import { useGrantAccess } from '#client/features/connections/grant/useGrantAccess.ts';
import { ExportAllButton, exportAllLabel } from '#client/features/exports/ExportAllButton.tsx';
import { ExportButton } from '#client/features/exports/ExportButton.tsx';
import { ExportsButton } from '#client/features/exports/ExportsButton.tsx';
import { LastSheetLink } from '#client/features/exports/LastSheetLink.tsx';
import { exportWholeList } from '#client/features/exports/state/exportWholeList.ts';
import type { WholeList } from '#client/features/exports/state/exportWholeList.ts';
import { useIsExporting } from '#client/features/exports/state/exportsStore.ts';
import { useExportsAction } from '#client/features/exports/useExportsAction.tsx';
import { useIsConnected } from '#client/stores/userStore.ts';
import { sheetPlatform } from '#shared/platforms.ts';

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

const useExportActions = ({ isEmpty, onExport, whole = null }: ExportActionsProps): Action[] => {
  const withGoogle = useWithGoogle();
  const isExporting = useIsExporting();
  const actionOf = (key: string, label: string, act: () => void): Action => ({
    key,
    label,
    icon: <Sheet aria-hidden="true" />,
    isDisabled: isEmpty || isExporting,
    onSelect: () => withGoogle(act),
  });
  return [
    actionOf('export', 'Export Google Sheet', onExport),
    ...(whole ? [actionOf('exportAll', exportAllLabel(whole), () => exportWholeList(whole))] : []),
  ];
};

/** Buttons to export the shown rows, and to open earlier exports. */
export const ExportActions = ({ isEmpty, onExport, whole = null }: ExportActionsProps) => {
  const withGoogle = useWithGoogle();
  useOfferedActions(useExportActions({ isEmpty, onExport, whole }));
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

type ExportMenuProps = ExportActionsProps & { others?: readonly Action[] };

/** The same as a menu, for compact windows. */
export const ExportMenu = ({ others = [], ...given }: ExportMenuProps) => {
  const actions = useExportActions(given);
  const exports = useExportsAction();
  return (
    <>
      <MoreMenu actions={[...actions, exports.action, ...others]} />
      {exports.dialog}
    </>
  );
};
