import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notify } from '#client/components/toasts/notify.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { applyProfile } from '#client/stores/userStore.ts';
import { changeWorkspace } from '#client/stores/workspaceStore.ts';
import {
  changeMember,
  enterWorkspace,
  inviteMember,
  leaveWorkspace,
  listInvitations,
  listMembers,
  listWorkspaces,
  removeMember,
  renameWorkspace,
  revokeInvitation,
} from '#shared/contracts/workspaces.ts';
import type { Invitation } from '#shared/contracts/workspaces.ts';
import { messages } from '#shared/messages.ts';
import type { WorkspaceRole } from '#shared/workspaceRoles.ts';
import { refreshMembers } from './refreshMembers.ts';
import { moveSession } from './moveSession.ts';

export const useWorkspaces = () =>
  useQuery({
    queryKey: queryKeys.workspaces,
    queryFn: async ({ signal }) => (await call(listWorkspaces, { signal })).data,
    staleTime: 0,
  });

export const useMemberList = ({ isWanted }: { isWanted: boolean }) =>
  useQuery({
    queryKey: queryKeys.workspace.members,
    queryFn: async ({ signal }) => (await call(listMembers, { signal })).data,
    enabled: isWanted,
    staleTime: 0,
  });

export const useInvitations = ({ isWanted }: { isWanted: boolean }) =>
  useQuery({
    queryKey: queryKeys.workspace.invitations,
    queryFn: async ({ signal }) => (await call(listInvitations, { signal })).data,
    enabled: isWanted,
    staleTime: 0,
  });

type Done = { message: string };

/** A change of the workspace. Shows the result and reloads the lists, even after a failure. */
const useChange = <Values, Answer extends Done>(
  change: (values: Values) => Promise<Answer>,
  { onSuccess, isSilent = false }: { onSuccess?: (answer: Answer, values: Values) => void; isSilent?: boolean } = {},
) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (answer, values) => {
      onSuccess?.(answer, values);
      if (!isSilent) notify.success(answer.message);
    },
    onError: (error) => {
      if (!isSilent) notify.failure(error, messages.workspaces.saveFailed);
    },
    onSettled: () => refreshMembers(queryClient),
  });
};

export const useRenameWorkspace = () =>
  useChange((name: string) => call(renameWorkspace, { body: { name } }), {
    onSuccess: (_answer, name) => changeWorkspace(() => ({ name })),
  });

export const useChangeRole = () =>
  useChange(({ id, role }: { id: string; role: WorkspaceRole }) =>
    call(changeMember, { params: { id }, body: { role } }),
  );

export const useRemoveMember = () =>
  useChange((id: string) => call(removeMember, { params: { id } }), {
    onSuccess: () => changeWorkspace(({ members }) => ({ members: members - 1 })),
  });

export const useRevokeInvitation = () =>
  useChange((id: string) => call(revokeInvitation, { params: { id } }), {
    onSuccess: () => changeWorkspace(({ invitations }) => ({ invitations: invitations - 1 })),
  });

export type Invited = { data: Invitation; link: string | null; message: string };

/** The dialog shows a failure itself. */
export const useInvite = (onInvited: (answer: Invited) => void) =>
  useChange((body: { email: string | null; role: WorkspaceRole }): Promise<Invited> => call(inviteMember, { body }), {
    isSilent: true,
    onSuccess: (answer) => {
      changeWorkspace(({ invitations }) => ({ invitations: invitations + 1 }));
      onInvited(answer);
    },
  });

const enter = (id: string): Promise<void> =>
  moveSession(async () => {
    const { data, message } = await call(enterWorkspace, { params: { id } });
    applyProfile(data);
    return message;
  });

/** The page then reloads in the other workspace. */
export const useEnterWorkspace = () =>
  useMutation({
    mutationFn: enter,
    onError: (error) => notify.failure(error, messages.workspaces.loadFailed),
  });

export const useLeaveWorkspace = () =>
  useMutation({
    mutationFn: () => moveSession(async () => (await call(leaveWorkspace)).message),
    onError: (error) => notify.failure(error, messages.workspaces.saveFailed),
  });
