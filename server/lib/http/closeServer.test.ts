import { once } from 'node:events';
import { Agent, createServer, request as httpRequest } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createServerCloser } from './closeServer.ts';

const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port');
  return address.port;
};

/** Sends one request on the agent's connection. Resolves with the status or the error's code. */
const ask = (port: number, agent: Agent, path = '/'): Promise<number | string> =>
  new Promise((resolve) => {
    const request = httpRequest({ port, host: '127.0.0.1', path, agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', () => resolve('CUT'));
    });
    request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'ERROR'));
    request.end();
  });

describe('closing a server', () => {
  it('cuts no request of busy keep-alive clients before it ends', async () => {
    const accepted = { begun: 0, finished: 0 };
    const server = createServer((_request, response) => {
      accepted.begun += 1;
      setTimeout(() => response.end('ok', () => (accepted.finished += 1)), 5);
    });
    const close = createServerCloser(server);
    const port = await listen(server);

    const outcomes: (number | string)[] = [];
    const clients = Array.from({ length: 32 }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      let outcome: number | string = 200;
      // Until refusal: the server no longer listens, and this client's old connection closed cleanly.
      while (outcome === 200) {
        outcome = await ask(port, agent);
        outcomes.push(outcome);
      }
      agent.destroy();
    });
    while (outcomes.length < 200) await delay(5);
    // Far beyond the test's own timeout: the clients leave because of `Connection: close`, not because they are cut.
    const result = await close({ drainMs: 60_000, timeoutMs: 120_000 });
    await Promise.all(clients);

    expect(result).toEqual({ requestsCut: 0 });
    expect(accepted.finished).toBe(accepted.begun);
    expect(new Set(outcomes)).toEqual(new Set([200, 'ECONNREFUSED']));
  });

  it('keeps an idle connection for the drain time, then ends it', async () => {
    const server = createServer({ keepAliveTimeout: 60_000 }, (_request, response) => response.end('ok'));
    const close = createServerCloser(server);
    const port = await listen(server);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await ask(port, agent)).toBe(200);
    const closed = close({ drainMs: 200, timeoutMs: 60_000 });
    expect(await ask(port, agent)).toBe(200);
    expect(await closed).toEqual({ requestsCut: 0 });
    agent.destroy();
  });

  it('waits for an answer that has begun, then ends its connection', async () => {
    const release = Promise.withResolvers<void>();
    const server = createServer({ keepAliveTimeout: 60_000 }, (_request, response) => {
      response.write('begun');
      void release.promise.then(() => response.end('done'));
    });
    const close = createServerCloser(server);
    const port = await listen(server);
    const agent = new Agent({ keepAlive: true });
    const answer = ask(port, agent);
    await once(server, 'request');

    const closed = close({ drainMs: 1, timeoutMs: 60_000 });
    expect(await Promise.race([closed, delay(50, 'still waiting')])).toBe('still waiting');
    release.resolve();
    expect(await answer).toBe(200);
    expect(await closed).toEqual({ requestsCut: 0 });
  });

  it('cuts requests that exceed the limit', async () => {
    const server = createServer();
    const close = createServerCloser(server);
    const port = await listen(server);
    const answer = ask(port, new Agent());
    await once(server, 'request');
    expect(await close({ drainMs: 1, timeoutMs: 50 })).toEqual({ requestsCut: 1 });
    expect(await answer).toBe('ECONNRESET');
  });

  it('gives a long request more time, and cuts it after its own limit', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/ends') setTimeout(() => response.end('ok'), 200);
    });
    const close = createServerCloser(server, ({ url }) => url !== '/short');
    const port = await listen(server);
    const answers = ['/short', '/ends', '/never'].map((path) => ask(port, new Agent(), path));
    await once(server, 'request');
    await once(server, 'request');
    await once(server, 'request');
    expect(await close({ drainMs: 1, timeoutMs: 20, longTimeoutMs: 1_000 })).toEqual({ requestsCut: 2 });
    expect(await Promise.all(answers)).toEqual(['ECONNRESET', 200, 'ECONNRESET']);
  });

  it('ends upgraded sockets at once', async () => {
    const server = createServer();
    server.on('upgrade', (_request, socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: test\r\n\r\n'),
    );
    const close = createServerCloser(server);
    const port = await listen(server);
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: test\r\n\r\n');
    await once(socket, 'data');
    const [, result] = await Promise.all([once(socket, 'end'), close({ drainMs: 1, timeoutMs: 60_000 })]);
    expect(result).toEqual({ requestsCut: 0 });
  });
});
