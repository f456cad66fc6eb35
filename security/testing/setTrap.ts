import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { freePort } from '#testing/freePort.ts';

export type Trap = {
  port: number;
  /** The number of connections so far. */
  visits(): number;
  close(): Promise<void>;
};

const listenAt = (server: Server, host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    // The machine may not support IPv6.
    server.once('error', () => resolve(false));
    server.listen(port, host, () => resolve(true));
  });

/** Listens on the loopback addresses to detect requests that the product must not make. */
export const setTrap = async (): Promise<Trap> => {
  let visits = 0;
  const port = await freePort();
  const servers = ['127.0.0.1', '::1'].map((host) => ({
    host,
    server: createServer((socket) => {
      visits += 1;
      socket.on('error', () => socket.destroy());
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\nConnection: close\r\n\r\nName\r\nMallory\r\n');
    }),
  }));
  const listening = await Promise.all(servers.map(({ host, server }) => listenAt(server, host, port)));
  if (!listening[0]) throw new Error(`No listener on the port ${port}`);
  return {
    port,
    visits: () => visits,
    close: async () => {
      await Promise.all(servers.map(({ server }) => new Promise((resolve) => void server.close(resolve))));
    },
  };
};
