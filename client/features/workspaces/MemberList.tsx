import { useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { ChoiceSelect } from '#client/components/forms/ChoiceSelect.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { Badge } from '#client/components/values/Badge.tsx';
import { OneLine } from '#client/components/values/OneLine.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { useUserStore } from '#client/stores/userStore.ts';
import type { CurrentWorkspace } from '#shared/contracts/currentWorkspace.ts';
import type { Member } from '#shared/contracts/workspaces.ts';
import { messages } from '#shared/messages.ts';
import { workspaceRoles } from '#shared/workspaceRoles.ts';
import type { WorkspaceRole } from '#shared/workspaceRoles.ts';
import { MemberDialog } from './MemberDialog.tsx';
import { roleWords } from './roleWords.ts';
import { useChangeRole, useMemberList } from './workspaces.api.ts';

const nameOf = ({ name, email }: Member): string => name.trim() || email;

type RowProps = {
  member: Member;
  isSelf: boolean;
  /** Whether the viewer manages the members. */
  isManaged: boolean;
  /** Whether the viewer can leave, which requires another member. */
  canLeave: boolean;
  onRole: (role: WorkspaceRole) => Promise<unknown>;
  onEnd: () => void;
};

const MemberRow = ({ member, isSelf, isManaged, canLeave, onRole, onEnd }: RowProps) => {
  const name = nameOf(member);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-hairline py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1 basis-52">
        <OneLine className="font-medium">
          {name}
          {isSelf && <span className="font-normal text-muted"> (you)</span>}
        </OneLine>
        <p className="truncate text-[13px] text-muted">{member.email}</p>
      </div>
      <div className="flex items-center gap-2 max-sm:w-full">
        {isManaged && canLeave ? (
          <ChoiceSelect
            aria-label={`Role of ${name}`}
            value={member.role}
            onChoose={async (chosen) => {
              const role = workspaceRoles.find((each) => each === chosen);
              if (role) await onRole(role);
            }}
            className="w-32 max-sm:flex-1"
          >
            {workspaceRoles.map((role) => (
              <option key={role} value={role}>
                {roleWords[role]}
              </option>
            ))}
          </ChoiceSelect>
        ) : (
          <Badge>{roleWords[member.role]}</Badge>
        )}
        {canLeave && (isSelf || isManaged) && (
          <Button
            size="sm"
            aria-label={isSelf ? 'Leave the workspace' : `Remove ${name}`}
            onClick={onEnd}
            // The same width in every row.
            className="w-20"
          >
            {isSelf ? 'Leave' : 'Remove'}
          </Button>
        )}
      </div>
    </li>
  );
};

const LoadingRows = ({ count }: { count: number }) =>
  Array.from({ length: Math.min(count, 5) }, (_, index) => (
    <li key={index} className="flex min-h-14 animate-appear items-center border-t border-hairline first:border-t-0">
      <Skeleton className="w-40" />
    </li>
  ));

/** The members of the workspace. Owners change roles and remove people. Everyone may leave. */
export const MemberList = ({ workspace }: { workspace: CurrentWorkspace }) => {
  const { _id: id, name, email } = useUserStore();
  const isAlone = workspace.members === 1;
  const list = useMemberList({ isWanted: !isAlone });
  const { mutateAsync: changeRole } = useChangeRole();
  const [ending, setEnding] = useState<Member | null>(null);
  if (list.isError && list.data === undefined)
    return (
      <ErrorPanel
        message={messageOf(list.error, messages.workspaces.loadFailed)}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  const members = isAlone ? [{ id, name, email, role: workspace.role }] : list.data;
  return (
    <>
      <ul aria-label="Members">
        {members === undefined ? (
          <LoadingRows count={workspace.members} />
        ) : (
          members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              isSelf={member.id === id}
              isManaged={workspace.role === 'owner'}
              canLeave={!isAlone}
              onRole={(role) => changeRole({ id: member.id, role })}
              onEnd={() => setEnding(member)}
            />
          ))
        )}
      </ul>
      {isAlone && workspace.role === 'owner' && workspace.invitations === 0 && (
        <p className="text-[13px] text-muted">Only you work here. Invite somebody to work on your leads together.</p>
      )}
      {ending && (
        <MemberDialog
          name={nameOf(ending)}
          id={ending.id}
          isSelf={ending.id === id}
          workspace={workspace.name}
          onClose={() => setEnding(null)}
        />
      )}
    </>
  );
};
