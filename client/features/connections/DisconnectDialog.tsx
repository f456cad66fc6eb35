import { ConfirmDialog } from '#client/components/overlays/ConfirmDialog.tsx';
import { platformNames, sheetPlatform } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';

type DisconnectDialogProps = { platform: PlatformId; isBusy: boolean; onCancel: () => void; onConfirm: () => void };

export const DisconnectDialog = ({ platform, isBusy, onCancel, onConfirm }: DisconnectDialogProps) => {
  const name = platformNames[platform];
  return (
    <ConfirmDialog
      title={`Disconnect ${name}`}
      confirmLabel={`Disconnect ${name}`}
      isBusy={isBusy}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      <p>
        Leadlight gives back its access to {name} and forgets it.
        {platform === sheetPlatform && ' Its ad accounts and the export to Google Sheets are both off then.'} Your leads
        and default accounts stay, and you can grant access again at any time.
      </p>
    </ConfirmDialog>
  );
};
