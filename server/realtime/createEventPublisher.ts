import type { EventPublisher } from './EventPublisher.ts';
import { countSocketEvent } from '#server/metrics/counters.ts';
import { memberRoom, roomsOf, sessionRoom, workspaceRoom } from './rooms.ts';
import type { ServerEventName, ServerEventPayload } from '#shared/socketEvents.ts';
import { rememberSessionsMs } from '#server/lib/http/rememberedSessions.ts';
import type { RememberedSessions } from '#server/lib/http/rememberedSessions.ts';
import type { ServerEvents } from './createSocketServer.ts';

/** The sending part of a socket server. `EventPublisher` ensures the event types. */
export type RoomSender = {
  to(rooms: string[]): { emit(event: string, payload: unknown): unknown };
  serverSideEmit(
    event: 'forget_sessions',
    keys: string[],
    onAnswers?: (error: Error | null, answers: unknown[]) => void,
  ): unknown;
  on(event: 'forget_sessions', listener: ServerEvents['forget_sessions']): unknown;
  in(rooms: string[]): {
    disconnectSockets(isClosing: boolean): void;
    socketsJoin(rooms: string[]): void;
    socketsLeave(rooms: string[]): void;
  };
};

/** Names per call: messages between instances must stay short. */
const namesPerCall = 50;

const inSteps = (names: readonly string[]): string[][] => {
  const steps: string[][] = [];
  for (let start = 0; start < names.length; start += namesPerCall) steps.push(names.slice(start, start + namesPerCall));
  return steps;
};

/** Sends through the sockets of this process and, with the PostgreSQL adapter, of all others. */
export const createEventPublisher = (io: RoomSender, sessions: RememberedSessions): EventPublisher => {
  io.on('forget_sessions', (keys, acknowledge) => {
    sessions.forget(keys);
    acknowledge?.();
  });
  /** Resolves when each process has forgotten these keys or failed to answer in time. */
  const forget = async (keys: readonly string[]): Promise<void> => {
    sessions.forget(keys);
    for (const some of inSteps(keys))
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, rememberSessionsMs);
        io.serverSideEmit('forget_sessions', some, (error, answers) => {
          // The message is not sent while no other process is known, and a newly started process does not know any yet.
          if (!error && answers.length === 0) io.serverSideEmit('forget_sessions', some);
          clearTimeout(timer);
          resolve();
        });
      });
  };
  const send = <E extends ServerEventName>(rooms: string[], event: E, payload: ServerEventPayload<E>): void => {
    io.to(rooms).emit(event, payload);
    countSocketEvent(event);
  };
  return {
    toMember: (member, event, payload) => send([memberRoom(member)], event, payload),
    toWorkspace: (workspaceId, event, payload) => send([workspaceRoom(workspaceId)], event, payload),
    cutSessions: (tokenHashes) => {
      for (const rooms of inSteps(tokenHashes.map(sessionRoom))) io.in(rooms).disconnectSockets(true);
      return forget(tokenHashes);
    },
    moveSessions: ({ tokenHashes, from, to, message }) => {
      const forgetting = forget(tokenHashes);
      for (const rooms of inSteps(tokenHashes.map(sessionRoom))) {
        io.in(rooms).socketsLeave(roomsOf(from));
        io.in(rooms).socketsJoin(roomsOf(to));
        send(rooms, 'workspace_changed', { workspaceId: to.workspaceId, message });
      }
      return forgetting;
    },
    forgetWorkspaces: forget,
  };
};
