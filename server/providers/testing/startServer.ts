import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A server for responses that the sandbox does not give, until the test ends; `url` has no trailing slash. */
export const startServer = async (listener: Listener) => {
  const server = createServer((request, response) => void listener(request, response)).listen(0, '127.0.0.1');
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => {
      server.close(resolve);
    });
    server.closeAllConnections();
    await closed;
  };
  onTestFinished(close);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, close };
};
