import type { LeadList } from '#shared/leadLists.ts';
import type { AppContext } from '#server/AppContext.ts';
import { publishHint } from '#server/realtime/publishHint.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Notifies open screens that a list has changed, at most once a second. */
export const publishLeadsChanged = (
  { publisher }: Pick<AppContext, 'publisher'>,
  workspaceId: WorkspaceId,
  list: LeadList,
): void => publishHint(publisher, workspaceId, 'leads_changed', { list });
