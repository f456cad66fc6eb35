import * as z from 'zod/mini';
import { textLimits } from '../limits.ts';
import { workspaceRoles } from '../workspaceRoles.ts';
import { defineEndpoint } from './endpoint.ts';
import { emailField, instant, messageResponse, workspaceNameField } from './fields.ts';
import { user } from './users.ts';

const role = z.enum(workspaceRoles);
const params = z.object({ id: z.string() });

export const renameWorkspace = defineEndpoint({
  method: 'PATCH',
  path: '/workspace',
  access: 'owner',
  summary: 'Rename the workspace',
  body: z.strictObject({ name: workspaceNameField }),
  response: messageResponse,
});

const workspace = z.object({ id: z.string(), name: z.string(), role, isCurrent: z.boolean() });

export const listWorkspaces = defineEndpoint({
  method: 'GET',
  path: '/workspaces',
  access: 'person',
  summary: 'The workspaces that the caller is a member of',
  response: z.object({ data: z.array(workspace) }),
});

/** The caller in the session's new workspace. */
const entered = z.object({ message: z.string(), data: user });

/** Only this session switches; the person's other devices keep their workspace. */
export const enterWorkspace = defineEndpoint({
  method: 'POST',
  path: '/workspaces/:id/enter',
  access: 'person',
  summary: 'Work in another workspace in this session',
  params,
  response: entered,
});

/** The caller's other sessions in this workspace also switch to another workspace. */
export const leaveWorkspace = defineEndpoint({
  method: 'POST',
  path: '/workspace/leave',
  access: 'user',
  summary: 'Leave the workspace; refused to its last owner (409)',
  response: messageResponse,
});

const member = z.object({ id: z.string(), name: z.string(), email: z.string(), role });
export type Member = z.infer<typeof member>;

export const listMembers = defineEndpoint({
  method: 'GET',
  path: '/members',
  access: 'user',
  summary: 'The people who work in the workspace',
  response: z.object({ data: z.array(member) }),
});

export const changeMember = defineEndpoint({
  method: 'PATCH',
  path: '/members/:id',
  access: 'owner',
  summary: 'Change the role of a member; the last owner stays owner (409)',
  params,
  body: z.strictObject({ role }),
  response: messageResponse,
});

export const removeMember = defineEndpoint({
  method: 'DELETE',
  path: '/members/:id',
  access: 'owner',
  summary: 'Remove a member, whose access ends at once',
  params,
  response: messageResponse,
});

const invitation = z.object({
  id: z.string(),
  /** Null: anyone with the link can use it. */
  email: z.nullable(z.string()),
  role,
  /** Null if the account was deleted. */
  invitedBy: z.nullable(z.string()),
  /** Whether the mail was sent; true for a link. */
  isSent: z.boolean(),
  createdAt: instant,
  expiresAt: instant,
});
export type Invitation = z.infer<typeof invitation>;

export const listInvitations = defineEndpoint({
  method: 'GET',
  path: '/workspace/invitations',
  access: 'owner',
  summary: 'Open invitations, the newest first',
  response: z.object({ data: z.array(invitation) }),
});

/** Only this answer has the link; the server keeps only its hash. */
export const inviteMember = defineEndpoint({
  method: 'POST',
  path: '/workspace/invitations',
  access: 'owner',
  summary: 'Invite by mail, or without an address by a link; both work once, for seven days',
  body: z.strictObject({ email: z.nullable(emailField), role }),
  response: z.object({ message: z.string(), data: invitation, link: z.nullable(z.string()) }),
});

export const revokeInvitation = defineEndpoint({
  method: 'DELETE',
  path: '/workspace/invitations/:id',
  access: 'owner',
  summary: 'Revoke an invitation',
  params,
  response: messageResponse,
});

const secret = z.strictObject({ invitation: z.string().check(z.minLength(1), z.maxLength(textLimits.secret)) });

/** A POST, so that no log or cache stores the secret. */
export const readInvitation = defineEndpoint({
  method: 'POST',
  path: '/invitations/read',
  access: 'public',
  summary: 'What an invitation is for',
  body: secret,
  response: z.object({
    data: z.object({
      workspace: z.string(),
      role,
      invitedBy: z.nullable(z.string()),
      email: z.nullable(z.string()),
      expiresAt: instant,
    }),
  }),
});

export const acceptInvitation = defineEndpoint({
  method: 'POST',
  path: '/invitations/accept',
  access: 'person',
  summary: 'Join a workspace, and work there in this session',
  body: secret,
  response: entered,
});
