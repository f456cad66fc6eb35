import type { ServerEventName, ServerEventPayload } from '#shared/socketEvents.ts';
import type { Member } from '#server/lib/http/Caller.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Sessions that move to another workspace. */
export type Move = {
  tokenHashes: readonly string[];
  from: Member;
  to: Member;
  message: ServerEventPayload<'workspace_changed'>['message'];
};

/** Sends events to all sockets of a member or a workspace, on every instance. Fire and forget: the stored row is the truth. */
export type EventPublisher = {
  /** To the sockets in which the person works in this workspace. */
  toMember<E extends ServerEventName>(member: Member, event: E, payload: ServerEventPayload<E>): void;
  toWorkspace<E extends ServerEventName>(workspaceId: WorkspaceId, event: E, payload: ServerEventPayload<E>): void;
  /** Forgets ended sessions and disconnects their sockets, after a sign-out, a new password, or an account deletion. */
  cutSessions(tokenHashes: readonly string[]): Promise<void>;
  /** Moves sockets of sessions to the rooms of another workspace, and notifies their clients. */
  moveSessions(move: Move): Promise<void>;
  /**
   * Makes every process reload the sessions of these workspaces after a change of roles. Like the two methods above, it
   * resolves when no process caches them any more.
   */
  forgetWorkspaces(workspaceIds: readonly WorkspaceId[]): Promise<void>;
};
