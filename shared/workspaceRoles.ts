/** A person's role in a workspace. An owner has all rights of a member. */
export const workspaceRoles = ['owner', 'member'] as const;
export type WorkspaceRole = (typeof workspaceRoles)[number];
