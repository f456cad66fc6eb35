import type { EventPublisher } from './EventPublisher.ts';
import { countSocketEvent } from '#server/metrics/counters.ts';
import { sessionRoom, userRoom, workspaceRoom } from './rooms.ts';
import type { ServerEventName } from '#shared/socketEvents.ts';

/** The sending part of a socket server. `EventPublisher` ensures the event types. */
export type RoomSender = {
  to(room: string): { emit(event: string, payload: unknown): unknown };
  in(rooms: string[]): { disconnectSockets(isClosing: boolean): void };
};

/** Rooms per call: messages between instances must stay short. */
const roomsPerCall = 50;

/** Sends through the sockets of this process and, with the PostgreSQL adapter, of all others. */
export const createEventPublisher = (io: RoomSender): EventPublisher => {
  const send = (room: string, event: ServerEventName, payload: unknown): void => {
    io.to(room).emit(event, payload);
    countSocketEvent(event);
  };
  return {
    toUser: (userId, event, payload) => send(userRoom(userId), event, payload),
    toWorkspace: (workspaceId, event, payload) => send(workspaceRoom(workspaceId), event, payload),
    cutSessions: (tokenHashes) => {
      for (let start = 0; start < tokenHashes.length; start += roomsPerCall)
        io.in(tokenHashes.slice(start, start + roomsPerCall).map(sessionRoom)).disconnectSockets(true);
    },
  };
};
