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
/** Number of disconnects that the client has detected. */
let failureCount: number;

/** Waits for real network activity while the client's clock stops or advances by `stepMs`. */
const until = async (isTrue: () => boolean, stepMs = 0): Promise<void> => {
  while (!isTrue()) {
    vi.advanceTimersByTime(stepMs);
    await turn();
  }
};
/** Advances the client's clock to its next timer. */
const msToNextTimer = (): number => {
  const before = Date.now();
  vi.advanceTimersToNextTimer();
  return Date.now() - before;
};

/** Connects to a server that cuts off every request or never answers. */
const connect = async (behavior: 'cuts' | 'waits'): Promise<void> => {
  server = createServer((request) => {
    requestCount += 1;
    if (behavior === 'cuts') request.destroy();
  });
  server.on('connection', (socket) => open.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = openSocket({
    userId: 'user-1',
    token: 'token-1',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onConnectedChange: (isConnected) => {
      if (!isConnected) failureCount += 1;
    },
    onEvent: () => undefined,
    onSessionExpired: () => undefined,
  });
  await until(() => requestCount > 0);
};

beforeEach(() => {
  requestCount = 0;
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

it('reconnects indefinitely, first after one second and later after five [S9.S.1] [S9.S.2]', async () => {
  await connect('cuts');
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 30; attempt += 1) {
    // The library reports failures through zero-length timers, which the fake clock counts as one millisecond.
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

it('times out a connection attempt after twenty seconds [S9.S.3]', async () => {
  await connect('waits');
  expect(failureCount).toBe(0);
  expect(msToNextTimer()).toBe(20_000);
  await until(() => failureCount > 0);
});
