import { Link as LinkIcon, Mail } from 'lucide-react';
import { Button } from '#client/components/buttons/Button.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { formatDateTime } from '#client/lib/format.ts';
import type { Invitation } from '#shared/contracts/workspaces.ts';
import { messages } from '#shared/messages.ts';
import { roleWords } from './roleWords.ts';
import { useInvitations, useRevokeInvitation } from './workspaces.api.ts';

const InvitationRow = ({ invitation }: { invitation: Invitation }) => {
  const { id, email, role, invitedBy, isSent, expiresAt } = invitation;
  const { mutate, isPending } = useRevokeInvitation();
  const title = email ?? 'Link';
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-hairline py-2.5 first:border-t-0">
      <span aria-hidden="true" className="text-muted [&>svg]:size-4">
        {email === null ? <LinkIcon /> : <Mail />}
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate font-medium">{title}</p>
        <p className="text-[13px] text-muted">
          {roleWords[role]}
          {invitedBy !== null && `, invited by ${invitedBy}`}
          {isSent ? `, until ${formatDateTime(expiresAt)}` : ', the mail is being sent'}
        </p>
      </div>
      <Button
        size="sm"
        isBusy={isPending}
        aria-label={email === null ? 'Revoke the link' : `Revoke the invitation of ${email}`}
        onClick={() => mutate(id)}
        className="max-sm:w-full"
      >
        Revoke
      </Button>
    </li>
  );
};

/** Open invitations. */
export const InvitationList = () => {
  const { data, error, isFetching, refetch } = useInvitations({ isWanted: true });
  if (error && data === undefined)
    return (
      <ErrorPanel
        message={messageOf(error, messages.workspaces.loadFailed)}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  return (
    <>
      <h3 className="mt-4 mb-1 text-[13px] font-medium">Invitations</h3>
      <ul aria-label="Invitations">
        {data === undefined ? (
          <li className="flex min-h-14 animate-appear items-center">
            <Skeleton className="w-40" />
          </li>
        ) : (
          data.map((invitation) => <InvitationRow key={invitation.id} invitation={invitation} />)
        )}
      </ul>
    </>
  );
};
