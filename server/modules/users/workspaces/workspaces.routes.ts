import {
  acceptInvitation as acceptInvitationEndpoint,
  changeMember,
  enterWorkspace as enterWorkspaceEndpoint,
  inviteMember as inviteMemberEndpoint,
  leaveWorkspace as leaveWorkspaceEndpoint,
  listInvitations,
  listMembers as listMembersEndpoint,
  listWorkspaces,
  readInvitation,
  removeMember as removeMemberEndpoint,
  renameWorkspace as renameWorkspaceEndpoint,
  revokeInvitation as revokeInvitationEndpoint,
} from '#shared/contracts/workspaces.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route, RouteRequest } from '#server/api/route.ts';
import type { Member } from '#server/lib/http/Caller.ts';
import { readBearer } from '#server/lib/http/readBearer.ts';
import { clientKey, createThrottle } from '#server/lib/throttle.ts';
import { workspaceIdSchema } from '#server/lib/WorkspaceId.ts';
import { normalizeEmail } from '#server/modules/users/normalizeEmail.ts';
import { presentPerson } from '#server/flows/presentPerson.ts';
import { listWorkspacesOf, readWorkspaceName } from './currentWorkspace.store.ts';
import { enterWorkspace } from './enterWorkspace.service.ts';
import { inviteMember, revokeInvitation } from '#server/modules/users/invitations/invitations.service.ts';
import { listOpenInvitations } from '#server/modules/users/invitations/invitations.store.ts';
import { acceptInvitation, requireInvitation } from '#server/modules/users/invitations/joinWorkspace.ts';
import { changeRole, leaveWorkspace, removeMember } from '#server/flows/members/members.service.ts';
import { listMembers, renameWorkspace } from '#server/modules/users/members/members.store.ts';
import { publishMembersChanged } from '#server/modules/users/members/publishMembersChanged.ts';
import { presentInvitation, presentOffer } from './workspaces.present.ts';

const hourSeconds = 60 * 60;

export const workspaceRoutes = (context: AppContext): Route[] => {
  const { db, pool, clock, publisher } = context;
  const invitations = createThrottle(pool, { name: 'invite-workspace', limit: 100, windowSeconds: hourSeconds });
  // Limits mail to people who may not want it.
  const mailsPerPerson = createThrottle(pool, { name: 'invite-mail', limit: 20, windowSeconds: hourSeconds });
  const mailsPerAddress = createThrottle(pool, { name: 'invite-address', limit: 5, windowSeconds: 24 * hourSeconds });
  const reads = createThrottle(pool, { name: 'invite-read', limit: 120, windowSeconds: 60 });

  /** The response that switches the client to another workspace. */
  const presentEntry = async (
    { header }: Pick<RouteRequest<unknown, unknown, unknown, 'person'>, 'header'>,
    to: Member,
  ) => ({
    message: messages.workspaces.entered(await readWorkspaceName(db, to.workspaceId)),
    data: await presentPerson(context, to, readBearer(header('authorization')) ?? ''),
  });

  return [
    route(renameWorkspaceEndpoint, async ({ caller, body }) => {
      await renameWorkspace(db, caller.workspaceId, body.name);
      publishMembersChanged(publisher, caller.workspaceId);
      return { message: messages.workspaces.renamed };
    }),
    route(listWorkspaces, async ({ caller }) => ({
      data: (await listWorkspacesOf(db, caller.userId)).map((workspace) => ({
        ...workspace,
        isCurrent: workspace.id === caller.workspaceId,
      })),
    })),
    route(enterWorkspaceEndpoint, async (request) =>
      presentEntry(request, await enterWorkspace(context, request.caller, workspaceIdSchema.parse(request.params.id))),
    ),
    route(leaveWorkspaceEndpoint, async ({ caller }) => ({ message: await leaveWorkspace(context, caller) })),

    route(listMembersEndpoint, async ({ caller }) => ({ data: await listMembers(db, caller.workspaceId) })),
    route(changeMember, async ({ caller, params, body }) => {
      await changeRole(context, caller, params.id, body.role);
      return { message: messages.workspaces.roleChanged };
    }),
    route(removeMemberEndpoint, async ({ caller, params }) => ({
      message: messages.workspaces.removed(await removeMember(context, caller, params.id)),
    })),

    route(listInvitations, async ({ caller }) => ({
      data: (await listOpenInvitations(db, caller.workspaceId, clock.now())).map(presentInvitation),
    })),
    route(inviteMemberEndpoint, async ({ caller, body }) => {
      const email = body.email === null ? null : normalizeEmail(body.email);
      await invitations.take(caller.workspaceId);
      if (email !== null) {
        await mailsPerPerson.take(caller.userId);
        await mailsPerAddress.take(email);
      }
      const { invitation, link } = await inviteMember(context, caller, { ...body, email });
      return {
        message: email === null ? messages.workspaces.linkMade : messages.workspaces.invitationSent(email),
        data: presentInvitation(invitation),
        link,
      };
    }),
    route(revokeInvitationEndpoint, async ({ caller, params }) => {
      await revokeInvitation(context, caller, params.id);
      return { message: messages.workspaces.invitationRevoked };
    }),

    route(readInvitation, async ({ body, ip }) => {
      await reads.take(clientKey(ip));
      const invitation = await requireInvitation(context, body.invitation);
      return { data: presentOffer(invitation, await readWorkspaceName(db, invitation.workspaceId)) };
    }),
    route(acceptInvitationEndpoint, async (request) =>
      presentEntry(request, await acceptInvitation(context, request.caller, request.body.invitation)),
    ),
  ];
};
