import { UserPlus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '#client/components/buttons/Button.tsx';
import { Card } from '#client/components/layout/Card.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { inviteHash } from '#client/lib/address/settingsAddress.ts';
import { useWorkspace } from '#client/stores/workspaceStore.ts';
import { InvitationList } from './InvitationList.tsx';
import { MemberList } from './MemberList.tsx';
import { NameForm } from './NameForm.tsx';
import { WorkspaceChoice } from './WorkspaceChoice.tsx';

const InviteDialog = lazy(async () => ({ default: (await import('./InviteDialog.tsx')).InviteDialog }));

/** The workspace: name, members and invitations, and the person's other workspaces. */
export const WorkspaceCard = () => {
  const workspace = useWorkspace();
  const { hash } = useLocation();
  const navigate = useNavigate();
  if (workspace === null)
    return (
      <Card className="grid min-h-32 animate-appear content-start gap-3">
        <Skeleton className="w-32" />
        <Skeleton className="w-56" />
      </Card>
    );
  const isOwner = workspace.role === 'owner';
  return (
    <Card>
      <h2 className="mb-2 font-semibold">Workspace</h2>
      {isOwner ? (
        // The key resets the form when another owner renames the workspace.
        <NameForm key={workspace.name} name={workspace.name} />
      ) : (
        <p className="text-pretty">
          You are a member of <span className="font-medium">{workspace.name}</span>. Its owners manage connections,
          members and settings.
        </p>
      )}
      <div className="mt-3 flex min-h-9 items-center justify-between gap-3">
        <h3 className="text-[13px] font-medium">Members</h3>
        {isOwner && (
          <Button size="sm" icon={<UserPlus />} onClick={() => void navigate({ hash: inviteHash })}>
            Invite
          </Button>
        )}
      </div>
      <MemberList workspace={workspace} />
      {isOwner && workspace.invitations > 0 && <InvitationList />}
      {workspace.workspaces > 1 && (
        <>
          <h3 className="mt-4 mb-1 text-[13px] font-medium">Your workspaces</h3>
          <WorkspaceChoice hasRoles />
        </>
      )}
      {isOwner && hash === inviteHash && (
        <Suspense>
          <InviteDialog onClose={() => void navigate({ hash: '' }, { replace: true })} />
        </Suspense>
      )}
    </Card>
  );
};
