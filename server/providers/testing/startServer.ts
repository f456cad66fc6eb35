import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';

/** A server for responses that the sandbox does not give; `url` has no trailing slash. */
export const startServer = async (listener: RequestListener) => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async (): Promise<void> => {
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      server.closeAllConnections();
      await closed;
    },
  };
};

export type TestServer = Awaited<ReturnType<typeof startServer>>;
