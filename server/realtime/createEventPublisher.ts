import type { EventPublisher } from './EventPublisher.ts';
import { countSocketEvent } from '#server/metrics/counters.ts';
import { memberRoom, roomsOf, sessionRoom, workspaceRoom } from './rooms.ts';
import type { ServerEventName, ServerEventPayload } from '#shared/socketEvents.ts';

/** The sending part of a socket server. `EventPublisher` ensures the event types. */
export type RoomSender = {
  to(rooms: string[]): { emit(event: string, payload: unknown): unknown };
  in(rooms: string[]): {
    disconnectSockets(isClosing: boolean): void;
    socketsJoin(rooms: string[]): void;
    socketsLeave(rooms: string[]): void;
  };
};

/** Rooms per call: messages between instances must stay short. */
const roomsPerCall = 50;

const inSteps = (tokenHashes: readonly string[]): string[][] => {
  const steps: string[][] = [];
  for (let start = 0; start < tokenHashes.length; start += roomsPerCall)
    steps.push(tokenHashes.slice(start, start + roomsPerCall).map(sessionRoom));
  return steps;
};

/** Sends through the sockets of this process and, with the PostgreSQL adapter, of all others. */
export const createEventPublisher = (io: RoomSender): EventPublisher => {
  const send = <E extends ServerEventName>(rooms: string[], event: E, payload: ServerEventPayload<E>): void => {
    io.to(rooms).emit(event, payload);
    countSocketEvent(event);
  };
  return {
    toMember: (member, event, payload) => send([memberRoom(member)], event, payload),
    toWorkspace: (workspaceId, event, payload) => send([workspaceRoom(workspaceId)], event, payload),
    cutSessions: (tokenHashes) => {
      for (const rooms of inSteps(tokenHashes)) io.in(rooms).disconnectSockets(true);
    },
    moveSessions: ({ tokenHashes, from, to, message }) => {
      for (const rooms of inSteps(tokenHashes)) {
        io.in(rooms).socketsLeave(roomsOf(from));
        io.in(rooms).socketsJoin(roomsOf(to));
        send(rooms, 'workspace_changed', { workspaceId: to.workspaceId, message });
      }
    },
  };
};
