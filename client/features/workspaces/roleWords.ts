import type { WorkspaceRole } from '#shared/workspaceRoles.ts';

export const roleWords: Readonly<Record<WorkspaceRole, string>> = { owner: 'Owner', member: 'Member' };

/** Explains each role to the person who assigns it. */
export const roleHints: Readonly<Record<WorkspaceRole, string>> = {
  owner: 'Can do everything, also connect platforms and remove people.',
  member: 'Works with leads, campaigns, views and exports. Cannot change connections, members or settings.',
};
