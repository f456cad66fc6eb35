import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { listen } from '#server/lib/http/listen.ts';

export type TcpProxy = {
  /** The address of the dependency, through the proxy. */
  url: string;
  /** Resets all connections. */
  cut(): void;
  /** Resets open and new connections. */
  refuse(): void;
  /** Stops forwarding in both directions without closing connections, like a broken network. */
  silence(): void;
  /** Forwards again. Silenced connections are reset, because data was lost. */
  heal(): void;
  close(): Promise<void>;
};

type Pair = { client: Socket; server: Socket };

/** A TCP proxy in front of a dependency of the product that can break its connections. */
export const startTcpProxy = async (target: string): Promise<TcpProxy> => {
  const url = new URL(target);
  const { hostname: host, port } = url;
  const pairs = new Set<Pair>();
  let isRefusing = false;
  let isSilent = false;

  const reset = (pair: Pair): void => {
    pairs.delete(pair);
    pair.client.resetAndDestroy();
    pair.server.resetAndDestroy();
  };
  const resetAll = (): void => {
    for (const pair of pairs) reset(pair);
  };
  const pass = (from: Socket, to: Socket): void => {
    from.on('data', (piece) => {
      if (!isSilent) to.write(piece);
    });
    from.on('end', () => {
      if (!isSilent) to.end();
    });
  };

  const listener = createServer({ allowHalfOpen: true }, (client) => {
    client.on('error', () => client.destroy());
    if (isRefusing) {
      client.resetAndDestroy();
      return;
    }
    const server = connect({ host, port: Number(port), allowHalfOpen: true });
    const pair = { client, server };
    pairs.add(pair);
    for (const socket of [client, server]) socket.on('error', () => reset(pair)).on('close', () => pairs.delete(pair));
    pass(client, server);
    pass(server, client);
  });
  url.port = String(await listen(listener, '127.0.0.1', 0));

  return {
    url: url.href,
    cut: resetAll,
    refuse: () => {
      isRefusing = true;
      resetAll();
    },
    silence: () => {
      isSilent = true;
    },
    heal: () => {
      if (isSilent) resetAll();
      isRefusing = false;
      isSilent = false;
    },
    close: () =>
      new Promise((resolve) => {
        resetAll();
        listener.close(() => resolve());
      }),
  };
};
