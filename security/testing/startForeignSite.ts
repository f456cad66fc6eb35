import { createServer } from 'node:http';
import { listen } from '#server/lib/http/listen.ts';

/** A foreign site with one page, which has a frame for the responses to its forms. */
export const startForeignSite = async (): Promise<{ url: string; close(): void }> => {
  const server = createServer((_request, response) =>
    response
      .setHeader('Content-Type', 'text/html')
      .end('<!doctype html><title>Elsewhere</title><iframe name="hidden"></iframe>'),
  );
  const port = await listen(server, '127.0.0.1', 0);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
