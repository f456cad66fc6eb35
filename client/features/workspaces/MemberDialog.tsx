import { ConfirmDialog } from '#client/components/overlays/ConfirmDialog.tsx';
import { useLeaveWorkspace, useRemoveMember } from './workspaces.api.ts';

type MemberDialogProps = { id: string; name: string; isSelf: boolean; workspace: string; onClose: () => void };

/** Confirms removing a member, or leaving. */
export const MemberDialog = ({ id, name, isSelf, workspace, onClose }: MemberDialogProps) => {
  const removal = useRemoveMember();
  const leaving = useLeaveWorkspace();
  return isSelf ? (
    <ConfirmDialog
      title={`Leave ${workspace}`}
      confirmLabel="Leave workspace"
      isBusy={leaving.isPending}
      onCancel={onClose}
      onConfirm={() => leaving.mutate(undefined, { onError: onClose })}
    >
      <p>You lose access to its leads, campaigns and exports at once. Your leads there will have no assignee.</p>
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      title={`Remove ${name}`}
      confirmLabel="Remove member"
      isBusy={removal.isPending}
      onCancel={onClose}
      onConfirm={() => removal.mutate(id, { onSettled: onClose })}
    >
      <p>
        {name} loses access to {workspace} at once. Their leads will have no assignee, and their saved views are
        deleted. Notes and changes stay.
      </p>
    </ConfirmDialog>
  );
};
