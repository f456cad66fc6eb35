import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSocket } from './socket.ts';

let server: Server;
let close: () => void;
const open = new Set<Socket>();
let requestCount: number;
/** How the client asked, of each request. */
let transports: (string | null)[];
/** Times that the client noticed that it has no connection. */
let failureCount: number;

/** Lets the real network do its part while the clock of the client stands still, or goes on by so much each time. */
const until = async (isTrue: () => boolean, stepMs = 0): Promise<void> => {
  while (!isTrue()) {
    vi.advanceTimersByTime(stepMs);
    await turn();
  }
};
/** Lets the client's clock run to its next timer. */
const msToNextTimer = (): number => {
  const before = Date.now();
  vi.advanceTimersToNextTimer();
  return Date.now() - before;
};

/** The answer to a handshake, of a server that would change over to a WebSocket. */
const handshake =
  '0{"sid":"sid-1","upgrades":["websocket"],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}';

/** Opens a connection to a server that cuts every request off, lets every request wait, or takes only those that poll. */
const connect = async (behaviour: 'cuts' | 'waits' | 'polls'): Promise<void> => {
  server = createServer((request, response) => {
    requestCount += 1;
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    transports.push(searchParams.get('transport'));
    const isPolling = behaviour === 'polls' && searchParams.get('transport') === 'polling';
    if (behaviour === 'cuts' || (behaviour === 'polls' && !isPolling)) request.destroy();
    else if (isPolling && !searchParams.has('sid')) response.end(handshake);
    else if (isPolling && request.method === 'POST') response.end('ok');
  });
  server.on('connection', (socket) => open.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = openSocket({
    userId: 'user-1',
    token: 'token-1',
    handlers: {},
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onConnectedChange: (isConnected) => {
      if (!isConnected) failureCount += 1;
    },
    onActivity: () => undefined,
    onSessionExpired: () => undefined,
  });
  await until(() => requestCount > 0);
};

beforeEach(() => {
  requestCount = 0;
  transports = [];
  failureCount = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(async () => {
  close();
  vi.useRealTimers();
  for (const socket of open) socket.destroy();
  open.clear();
  await new Promise((resolve) => server.close(resolve));
});

it('tries again for ever, after one second and later after five [S9.S.1] [S9.S.2]', async () => {
  await connect('cuts');
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 30; attempt += 1) {
    // The library passes a failure on by timers of no length, which the clock takes for one millisecond.
    await until(() => failureCount === attempt, 1);
    expect(requestCount).toBe(attempt);
    waits.push(msToNextTimer());
    await until(() => requestCount > attempt);
  }
  expect(waits[0]).toBeGreaterThanOrEqual(1000);
  expect(waits[0]).toBeLessThanOrEqual(2000);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(new Set(waits.slice(3))).toEqual(new Set([5000]));
});

it('opens a WebSocket at once, and polls where none gets through', async () => {
  await connect('cuts');
  await until(() => requestCount === 4, 100);
  expect(transports).toEqual(['websocket', 'polling', 'websocket', 'polling']);
});

it('stays with polling once that has got through', async () => {
  await connect('polls');
  // Handshake, the poll that waits for news, and the message that says who it is.
  await until(() => requestCount >= 4, 100);
  for (let second = 0; second < 10; second += 1) {
    vi.advanceTimersByTime(1_000);
    await turn();
  }
  expect(transports).toEqual(['websocket', 'polling', 'polling', 'polling']);
});

it('gives a connection twenty seconds to come about [S9.S.3]', async () => {
  await connect('waits');
  expect(failureCount).toBe(0);
  expect(msToNextTimer()).toBe(20_000);
  await until(() => failureCount > 0);
});
