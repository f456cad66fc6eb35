import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { afterEach, expect, it, vi } from 'vitest';
import { patienceMs } from '#client/testing/useFakeServer.ts';
import { socketPath } from '#shared/socketEvents.ts';
import type { ServerToClientEvents } from '#shared/socketEvents.ts';
import { openSocket } from './socket.ts';

let end: (() => Promise<void>) | undefined;
afterEach(() => end?.());

it('reconnects at once when the WebSocket is lost during the upgrade from polling', async () => {
  const http = createServer();
  const server = new Server<Record<string, never>, ServerToClientEvents>(http, { path: socketPath });
  let losses = 0;
  server.engine.on('connection', (connection) =>
    connection.on('upgrading', (transport: { socket: { terminate(): void } }) => {
      // Only the first socket, after the response to its probe and before the client ends its last poll.
      losses += 1;
      if (losses === 1) transport.socket.terminate();
    }),
  );
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const heard: unknown[] = [];
  const close = openSocket({
    userId: 'user-1',
    token: 'token-1',
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    onConnectedChange: () => undefined,
    onEvent: (_event, payload) => heard.push(payload),
    onSessionExpired: () => undefined,
  });
  end = async () => {
    close();
    await server.close();
  };
  await vi.waitUntil(() => losses === 2 && connections === 2, { timeout: patienceMs });
  server.emit('leads_changed', { list: 'facebook' });
  await vi.waitUntil(() => heard.length > 0, { timeout: patienceMs });
  expect(heard).toEqual([{ list: 'facebook' }]);
});
