import type { ServerEventName, ServerEventPayload } from '#shared/socketEvents.ts';

/** Sends an event to all sockets of one person, on whichever instance they are. Fire and forget: the stored row is the truth. */
export type EventPublisher = {
  toUser<E extends ServerEventName>(userId: string, event: E, payload: ServerEventPayload<E>): void;
  /** Cuts the sockets of sessions that ended: logout, a new password, a deleted account. */
  cutSessions(tokenHashes: readonly string[]): void;
};
