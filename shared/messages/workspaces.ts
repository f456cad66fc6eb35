import { invitationDays, workspaceLimits } from '../limits.ts';

export const loadFailed = 'The workspace could not be loaded';
export const saveFailed = 'The workspace could not be changed';
export const nameRequired = 'Please give the workspace a name';
export const nameTooLong = `A workspace name has at most ${workspaceLimits.name} characters`;
export const renamed = 'The workspace has been renamed';
export const namedAfter = (person: string) => (person === '' ? 'Workspace' : `${person}’s workspace`);

export const ownersOnly = 'Only an owner of the workspace can do this. Please ask one of them.';
/** Also for a person who has lost access. */
export const changedMeanwhile =
  'You work in another workspace now, so nothing was changed. Please look at it and try again.';
export const entered = (name: string) => `You work in ${name} now`;
export const left = (name: string) => `You have left ${name}`;
export const noLongerMember = 'You no longer have access to this workspace. Nothing more was saved.';
export const wereRemoved = (name: string) => `You no longer have access to ${name}: an owner removed you.`;
export const removed = (person: string) => `${person} has no access to this workspace anymore`;
export const roleChanged = 'The role has been changed';
export const ownerAppointed = 'The last owner of this workspace deleted their account. You are now an owner.';
export const ownerReplaced = 'The last owner of this workspace deleted their account. Another member is now an owner.';
export const lastOwner = 'A workspace needs an owner. Please make somebody else an owner first.';
export const lastMember = 'You are the only member, so you cannot leave. To delete everything, delete your account.';
export const noMember = 'This person does not work in this workspace';

export const invitationSent = (email: string) => `An invitation is on its way to ${email}`;
export const linkMade = `The link works once, within ${invitationDays} days. Please copy it now: it is not shown again.`;
export const linkCopied = 'Link copied';
export const linkNotCopied = 'The link could not be copied. Please select and copy it.';
export const invitationRevoked = 'The invitation has been revoked';
export const invitationFailed = 'The invitation could not be made';
export const invitationInvalid =
  'This invitation has been used, was revoked, or has expired. Please ask for a new one.';
export const invitationForOther = (email: string) =>
  `This invitation is for ${email}. Please sign in with that address to accept it.`;
export const alreadyMember = (email: string) => `${email} is a member of this workspace already`;
export const acceptFailed = 'The invitation could not be accepted';
export const tooManyInvitations = 'The workspace has as many open invitations as it can have. Please revoke one first.';
export const tooManyMembers = 'This workspace has as many members as it can have';
export const tooManyWorkspaces = 'You are a member of as many workspaces as one person can be';
