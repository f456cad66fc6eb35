import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { listen } from '#server/lib/http/listen.ts';
import type { ScenarioContext } from './Scenario.ts';

export type TcpProxy = {
  /** The address of the dependency, through the proxy. */
  url: string;
  /** Delays each chunk in both directions. */
  delay(ms: number): void;
  /** Resets all connections. */
  cut(): void;
  /** Resets open and new connections. */
  refuse(): void;
  /** Stops forwarding in both directions without closing connections, like a broken network. */
  silence(): void;
  /** Resets each connection after this many bytes of response. */
  cutAfter(bytes: number): void;
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
  let delayMs = 0;
  let answerBytes = Number.POSITIVE_INFINITY;

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
      if (isSilent) return;
      if (delayMs === 0) to.write(piece);
      else setTimeout(() => to.write(piece), delayMs);
    });
    from.on('end', () => {
      if (!isSilent) setTimeout(() => to.end(), delayMs);
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
    let answered = 0;
    server.on('data', (piece) => {
      answered += piece.byteLength;
      if (answered > answerBytes) reset(pair);
    });
  });
  url.port = String(await listen(listener, '127.0.0.1', 0));

  return {
    url: url.href,
    delay: (ms) => {
      delayMs = ms;
    },
    cut: resetAll,
    refuse: () => {
      isRefusing = true;
      resetAll();
    },
    silence: () => {
      isSilent = true;
    },
    cutAfter: (bytes) => {
      answerBytes = bytes;
    },
    heal: () => {
      if (isSilent) resetAll();
      isRefusing = false;
      isSilent = false;
      delayMs = 0;
      answerBytes = Number.POSITIVE_INFINITY;
    },
    close: () =>
      new Promise((resolve) => {
        resetAll();
        listener.close(() => resolve());
      }),
  };
};

/** A proxy that ends with the scenario. */
export const startProxy = async (context: ScenarioContext, target: string): Promise<TcpProxy> => {
  const proxy = await startTcpProxy(target);
  context.onEnd(() => proxy.close());
  return proxy;
};
