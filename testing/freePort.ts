import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ports (Linux from 32768, macOS from 49152), which an outgoing connection could take before the caller
 * listens.
 */
const range = { from: 10_000, to: 30_000 };
const tries = 100;

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/** An unused port of the loopback address. Random, because several processes ask at once. */
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
