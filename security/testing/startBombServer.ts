import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { listen } from '#server/lib/http/listen.ts';

export type Bomb = 'endless' | 'gzip' | 'announced';

export type BombServer = {
  url: string;
  /** Sets the response to all further requests. */
  load(bomb: Bomb): void;
  close(): Promise<void>;
};

const piece = Buffer.from('Ada Example,ada@example.test\r\n'.repeat(2_000));
const pieces = 1_000;
const compressed = gzipSync(Buffer.alloc(1024 * 1024, 'a,b\r\n'));
/** A gigabyte in 1 MB: gzip members in a row decompress as one stream. */
export const gigabyteInGzip = Buffer.concat(Array.from({ length: pieces }, () => compressed));

const pour = (response: ServerResponse): void => {
  let left = 20_000;
  const more = (): void => {
    while (left > 0 && response.writable) {
      left -= 1;
      if (!response.write(piece)) return;
    }
    response.end();
  };
  response.on('drain', more);
  more();
};

/** A sheet host with responses that do not fit into memory. */
export const startBombServer = async (): Promise<BombServer> => {
  let loaded: Bomb = 'endless';
  const server = createServer((_request, response) => {
    response.on('error', () => response.destroy());
    response.setHeader('content-type', 'text/csv');
    if (loaded === 'gzip') {
      response.setHeader('content-encoding', 'gzip');
      response.end(gigabyteInGzip);
      return;
    }
    if (loaded === 'announced') response.setHeader('content-length', String(2 ** 40));
    pour(response);
  });
  const port = await listen(server, '127.0.0.1', 0);
  return {
    url: `http://127.0.0.1:${port}`,
    load: (bomb) => {
      loaded = bomb;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
