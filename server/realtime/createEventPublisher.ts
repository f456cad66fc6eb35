import type { EventPublisher } from './EventPublisher.ts';
import { countSocketEvent } from '#server/metrics/counters.ts';
import { sessionRoom, userRoom } from './rooms.ts';

/** The sending part of a socket server. `EventPublisher` ensures the event types. */
export type RoomSender = {
  to(room: string): { emit(event: string, payload: unknown): unknown };
  in(rooms: string[]): { disconnectSockets(isClosing: boolean): void };
};

/** Rooms per call: messages between instances must stay short. */
const roomsPerCall = 50;

/** Sends through the sockets of this process and, with the PostgreSQL adapter, of all others. */
export const createEventPublisher = (io: RoomSender): EventPublisher => ({
  toUser: (userId, event, payload) => {
    io.to(userRoom(userId)).emit(event, payload);
    countSocketEvent(event);
  },
  cutSessions: (tokenHashes) => {
    for (let start = 0; start < tokenHashes.length; start += roomsPerCall)
      io.in(tokenHashes.slice(start, start + roomsPerCall).map(sessionRoom)).disconnectSockets(true);
  },
});
