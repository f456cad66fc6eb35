import type { Socket } from 'socket.io-client';
import type { ClientToServerEvents, ServerToClientEvents } from '#shared/socketEvents.ts';

export type AppSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

let current: AppSocket | undefined;

export const setCurrent = (socket: AppSocket): void => {
  current = socket;
};

export const unsetCurrent = (socket: AppSocket): void => {
  if (current === socket) current = undefined;
};

/**
 * Sends an event over the open connection.
 *
 * @returns false without a connection. Queues nothing, so that a stale request cannot start a job
 */
export const emitToServer = <E extends keyof ClientToServerEvents>(
  event: E,
  ...payload: Parameters<ClientToServerEvents[E]>
): boolean => {
  if (!current?.connected) return false;
  (current as Socket).emit(event, ...payload);
  return true;
};
