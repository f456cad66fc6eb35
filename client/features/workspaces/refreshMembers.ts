import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '#client/lib/api/queryKeys.ts';

/** Reloads the members and invitations of the workspace. */
export const refreshMembers = (client: QueryClient): void => {
  void client.invalidateQueries({ queryKey: queryKeys.workspace.people });
  void client.invalidateQueries({ queryKey: queryKeys.leadWork.assignees });
};
