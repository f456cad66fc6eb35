import { History, RefreshCw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { IconButton } from '#client/components/buttons/IconButton.tsx';
import { useIsOwner } from '#client/stores/workspaceStore.ts';
import type { SheetSync } from '#shared/contracts/sheetSyncs.ts';

export type SheetSyncActions = {
  onRun: (sync: SheetSync) => void;
  onTakeOver: (sync: SheetSync) => void;
  onShowRuns: (sync: SheetSync) => void;
  onDelete: (sync: SheetSync) => void;
};

type SheetActionsProps = SheetSyncActions & {
  sync: SheetSync;
  /** Text labels instead of icons, for touch screens without tooltips. */
  isInWords?: boolean;
};

type ActionProps = { label: string; icon: ReactNode; isInWords: boolean; disabled?: boolean; onClick: () => void };

const Action = ({ label, icon, isInWords, ...rest }: ActionProps) =>
  isInWords ? (
    <Button {...rest} size="sm" variant="ghost">
      {label}
    </Button>
  ) : (
    <IconButton {...rest} size="iconSm" label={label} icon={icon} />
  );

export const SheetActions = ({
  sync,
  onRun,
  onTakeOver,
  onShowRuns,
  onDelete,
  isInWords = false,
}: SheetActionsProps) => {
  const isOwner = useIsOwner();
  return (
    <span className="flex items-center gap-1">
      {sync.canTakeOver ? (
        isOwner && (
          <Button size="sm" onClick={() => onTakeOver(sync)}>
            Take over
          </Button>
        )
      ) : (
        <Action
          label="Run now"
          icon={<RefreshCw />}
          isInWords={isInWords}
          disabled={sync.lastRun?.state === 'running'}
          onClick={() => onRun(sync)}
        />
      )}
      <Action label="Show runs" icon={<History />} isInWords={isInWords} onClick={() => onShowRuns(sync)} />
      {isOwner && (
        <Button size="sm" variant="ghost" icon={<Trash2 />} onClick={() => onDelete(sync)}>
          Delete
        </Button>
      )}
    </span>
  );
};
