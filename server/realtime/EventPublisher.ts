import type { ServerEventName, ServerEventPayload } from '#shared/socketEvents.ts';

import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Sends events to all sockets of a person or a workspace, on every instance. Fire and forget: the stored row is the truth. */
export type EventPublisher = {
  toUser<E extends ServerEventName>(userId: string, event: E, payload: ServerEventPayload<E>): void;
  toWorkspace<E extends ServerEventName>(workspaceId: WorkspaceId, event: E, payload: ServerEventPayload<E>): void;
  /** Disconnects the sockets of ended sessions: sign-out, new password, deleted account. */
  cutSessions(tokenHashes: readonly string[]): void;
};
