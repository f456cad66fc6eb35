import type { ServerEventName, ServerEventPayload } from '#shared/socketEvents.ts';

/** Sends an event to all sockets of one person, on every instance. Fire and forget: the stored row is the truth. */
export type EventPublisher = {
  toUser<E extends ServerEventName>(userId: string, event: E, payload: ServerEventPayload<E>): void;
  /** Disconnects the sockets of ended sessions: sign-out, new password, deleted account. */
  cutSessions(tokenHashes: readonly string[]): void;
};
