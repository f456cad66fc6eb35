import type { AppContext } from '#server/AppContext.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { publishHint } from '#server/realtime/publishHint.ts';

/** Notifies open screens that findings of the workspace have opened, changed or ended, at most once a second. */
export const publishFindingsChanged = ({ publisher }: Pick<AppContext, 'publisher'>, workspaceId: WorkspaceId): void =>
  publishHint(publisher, workspaceId, 'findings_changed', {});
