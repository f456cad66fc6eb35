import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections (Linux from 32768, macOS from 49152): one of those could be taken
 * by a call of anybody's before its owner listens.
 */
const range = { from: 10_000, to: 30_000 };
const tries = 100;

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/** A port of the loopback address that nobody listens on at this moment; by chance, since several processes ask at once. */
export const freePort = async (): Promise<number> => {
  for (let left = tries; left > 0; left -= 1) {
    const port = randomInt(range.from, range.to);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if (isTaken(error)) continue;
      throw error;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error(`no port between ${range.from} and ${range.to} is free`);
};
