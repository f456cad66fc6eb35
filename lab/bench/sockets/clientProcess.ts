import { io } from 'socket.io-client';
import { socketPath } from '#shared/socketEvents.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import type { Person } from '#lab/bench/people.ts';
import { now } from '#testing/startProduct.ts';
import type { Order, Reply } from './messages.ts';

/* A process with thousands of clients for the product and the reference. Each client behaves like the app in a browser. */

/** Concurrent handshakes. */
const parallel = 64;
const arrivalsByGroup = new Map<string, [userId: string, at: number][]>();

const arrivalsOf = (group: string): [userId: string, at: number][] => {
  const arrivals = arrivalsByGroup.get(group) ?? [];
  arrivalsByGroup.set(group, arrivals);
  return arrivals;
};

/** Opens a socket. If the socket closes later, the benchmark fails, because events would be missing. */
const open = (group: string, url: string, { userId, token }: Person): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = io(url, {
      path: socketPath,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      query: { userId },
      auth: { token },
    });
    socket.onAny(() => arrivalsOf(group).push([userId, now()]));
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
    socket.once('disconnect', (reason) => answer({ reply: 'failed', reason: `a socket was lost: ${reason}` }));
  });

const connect = async (group: string, urls: readonly string[], people: readonly Person[]): Promise<void> => {
  const waiting = people.entries();
  const work = async (): Promise<void> => {
    for (const [index, person] of waiting) await open(group, urls[index % urls.length] ?? '', person);
  };
  await Promise.all(Array.from({ length: parallel }, work));
};

const obey = async (order: Order): Promise<Reply> => {
  if (order.order === 'connect') {
    await connect(order.group, order.urls, order.people);
    return { reply: 'connected' };
  }
  const arrivals = arrivalsOf(order.group);
  await waitUntil(() => arrivals.length >= order.count, {
    timeoutMs: 30_000,
    what: `the arrival of ${order.count} events`,
  });
  return { reply: 'collected', arrivals: arrivals.splice(0) };
};

const answer = (reply: Reply): void => {
  process.send?.(reply);
};

process.on('message', (order: Order) => {
  obey(order).then(answer, (error: unknown) => answer({ reply: 'failed', reason: String(error) }));
});
// The parent process has ended, so the sockets close too.
process.once('disconnect', () => process.exit(0));
