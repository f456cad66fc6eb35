import type { AppContext } from '#server/AppContext.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { countUnmarked } from './list/findings.store.ts';

/**
 * Notifies open screens that findings of the workspace have opened, changed or ended. The number in the sidebar comes along,
 * so that no screen has to request it.
 */
export const publishFindingsChanged = async (
  { db, publisher }: Pick<AppContext, 'db' | 'publisher'>,
  workspaceId: WorkspaceId,
): Promise<void> => {
  publisher.toWorkspace(workspaceId, 'findings_changed', { unmarked: await countUnmarked(db, workspaceId) });
};
