import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { EventPublisher } from '#server/realtime/EventPublisher.ts';
import { publishHint } from '#server/realtime/publishHint.ts';

export const publishMembersChanged = (publisher: EventPublisher, workspaceId: WorkspaceId): void =>
  publishHint(publisher, workspaceId, 'members_changed', {});
