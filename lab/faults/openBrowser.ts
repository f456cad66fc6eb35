import { Agent } from 'node:http';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { resubscribe } from '#client/lib/socket/resubscribe.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import { socketLimits } from '#shared/limits.ts';
import { socketPath } from '#shared/socketEvents.ts';
import { ownAddress } from '#testing/openClient.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { now } from '#testing/startProduct.ts';
import type { Person } from '#testing/people.ts';
import type { ScenarioContext } from './Scenario.ts';
import { hangMs } from './hangMs.ts';

export type Browser = {
  socket: Socket;
  /** Ids of the announced notifications, in order. */
  announced: string[];
  /** Users whose events arrived here by mistake. */
  foreign: string[];
  /** The duration of each request for missed notifications. */
  catchUpMs: number[];
};

type SocketOptions = {
  url: string;
  person: Pick<Person, 'userId' | 'token'>;
  /** Starts with polling and upgrades, as behind proxies. Otherwise opens a WebSocket at once. */
  pollsFirst?: boolean;
  /** The number of the client address, see `ownAddress`. */
  address?: number;
};

/** All notifications of a person, oldest first. */
export const readAllNotifications = async (person: Person, after = '0'): Promise<Notification[]> => {
  const notifications: Notification[] = [];
  for (;;) {
    const last = notifications.at(-1);
    const { status, body } = await person.request(listNotifications, {
      query: { after: last === undefined ? after : String(last.id) },
    });
    if (status !== 200) throw new Error(`The notifications answered ${status}`);
    if (body.data.length === 0) return notifications;
    notifications.push(...body.data);
  }
};

/** Opens a socket as the client does. It ends with the scenario. */
export const openSocket = (
  context: ScenarioContext,
  { url, person, pollsFirst = false, address }: SocketOptions,
): Socket => {
  const agent = address === undefined ? null : new Agent({ keepAlive: true, localAddress: ownAddress(address) });
  const socket = io(agent ? url.replace('localhost', '127.0.0.1') : url, {
    path: socketPath,
    ...(pollsFirst ? {} : { transports: ['websocket'] }),
    reconnectionDelay: socketLimits.reconnectDelayMs,
    reconnectionDelayMax: socketLimits.reconnectDelayMaxMs,
    forceNew: true,
    query: { userId: person.userId },
    auth: { token: person.token },
    autoConnect: false,
  });
  // In Node, the library accepts an agent, but its types do not declare it.
  if (agent) Object.assign(socket.io.opts, { agent });
  resubscribe(socket);
  context.onEnd(async () => {
    socket.disconnect();
    agent?.destroy();
  });
  return socket;
};

/** Acts like the client: records notifications from the socket, and requests missed ones after each reconnection. */
export const openBrowser = (context: ScenarioContext, options: SocketOptions & { person: Person }): Browser => {
  const { person } = options;
  const announced: string[] = [];
  const foreign: string[] = [];
  const catchUpMs: number[] = [];
  let lastId = 0;
  const announce = (id: number): void => {
    if (id <= lastId) return;
    announced.push(String(id));
    lastId = id;
  };
  // A queue keeps requested and arriving notifications in order.
  let queue = Promise.resolve();
  const catchUp = async (): Promise<void> => {
    const startedAt = now();
    for (const { id } of await readAllNotifications(person, String(lastId))) announce(id);
    catchUpMs.push(now() - startedAt);
  };
  const later = (work: () => Promise<void> | void): void => {
    queue = queue.then(work).catch((error: unknown) => context.log(`browser: ${String(error)}`));
  };
  const socket = openSocket(context, options);
  socket.on('connect', () => later(catchUp));
  socket.onAny((_event: string, payload: { notificationId?: number; userId?: string }) => {
    if (payload.userId !== undefined && payload.userId !== person.userId) foreign.push(payload.userId);
    const id = payload.notificationId;
    if (id === undefined) return;
    later(async () => {
      // A gap shows that the socket has missed a notification.
      if (id > lastId + 1) await catchUp();
      else announce(id);
    });
  });
  socket.connect();
  return { socket, announced, foreign, catchUpMs };
};

/** Waits until the browsers have received all stored notifications. Logs a timeout. */
export const awaitAnnounced = (
  context: ScenarioContext,
  browsers: readonly Browser[],
  count: number,
): Promise<unknown> =>
  waitUntil(() => browsers.every(({ announced }) => announced.length >= count), {
    timeoutMs: hangMs,
    what: 'the last notification',
  }).catch((error: unknown) => context.log(String(error)));
