import { Button } from '#client/components/Button.tsx';
import { Dialog } from '#client/components/Dialog.tsx';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';

type DisconnectDialogProps = { platform: PlatformId; isBusy: boolean; onCancel: () => void; onConfirm: () => void };

/** Asks before a grant is taken back. */
export const DisconnectDialog = ({ platform, isBusy, onCancel, onConfirm }: DisconnectDialogProps) => {
  const name = platformNames[platform];
  return (
    <Dialog
      title={`Disconnect ${name}`}
      size="sm"
      onClose={onCancel}
      isBusy={isBusy}
      footer={
        <>
          <Button data-autofocus="" onClick={onCancel} disabled={isBusy}>
            Cancel
          </Button>
          <Button variant="danger" onClick={onConfirm} isBusy={isBusy}>
            Disconnect {name}
          </Button>
        </>
      }
    >
      <p>
        Leadlight gives back its access to {name} and forgets it.
        {platform === 'google' && ' Its ad accounts and the export to Google Sheets are both off then.'} Your default
        accounts stay, and you can grant access again at any time.
      </p>
    </Dialog>
  );
};
