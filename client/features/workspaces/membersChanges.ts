import type { QueryClient } from '@tanstack/react-query';

export const membersKey = ['workspace', 'members'] as const;
export const invitationsKey = ['workspace', 'invitations'] as const;
export const workspacesKey = ['workspaces'] as const;

/** Reads again who works in the workspace and who is invited. */
export const refreshMembers = (client: QueryClient): void => {
  void client.invalidateQueries({ queryKey: ['workspace'] });
  // The assignees of leads.
  void client.invalidateQueries({ queryKey: ['leads', 'work', 'members'] });
};
