import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '#client/lib/api/queryKeys.ts';

/** Reads again who works in the workspace and who is invited. */
export const refreshMembers = (client: QueryClient): void => {
  void client.invalidateQueries({ queryKey: queryKeys.workspace.people });
  void client.invalidateQueries({ queryKey: queryKeys.leadWork.assignees });
};
