/** What a person may do in a workspace. An owner may do all that a member may. */
export const workspaceRoles = ['owner', 'member'] as const;
export type WorkspaceRole = (typeof workspaceRoles)[number];
