import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, ServerOptions } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { answerBadRequests } from './answerBadRequests.ts';
import { listen } from './listen.ts';

type Serving = { graceMs?: number; options?: ServerOptions; listener?: RequestListener };

/** Connects to a server that answers 200. Half-open, so that the server's end does not end the client. */
const startClient = async ({ graceMs, options = {}, listener }: Serving = {}): Promise<Socket> => {
  const server = createServer(options, listener ?? ((_request, response) => response.end('ok')));
  answerBadRequests(server, graceMs);
  const port = await listen(server, '127.0.0.1', 0);
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => {
    client.destroy();
    server.close();
    server.closeAllConnections();
  });
  await once(client, 'connect');
  return client;
};

const readAll = async (client: Socket): Promise<string> => {
  let text = '';
  client.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  await once(client, 'end');
  return text;
};

const write = (client: Socket, bytes: string | Buffer): Promise<void> =>
  new Promise((resolve, reject) => client.write(bytes, (error) => (error ? reject(error) : resolve())));

const refused = {
  'an unknown method': 'FOO / HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000\r\n\r\n',
  'a control character in a header': 'POST / HTTP/1.1\r\nHost: a\r\nA: \x01\r\nContent-Length: 9000000\r\n\r\n',
  'two lengths': 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 9000000\r\n\r\n',
};

test.each(Object.entries(refused))(
  'reads the rest of a request refused for %s, without a reset',
  async (_name, head) => {
    const client = await startClient();
    const answer = readAll(client);
    await write(client, head);
    expect(await answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n/);
    // More than the buffers between both hold, so the server has to read it.
    for (let part = 0; part < 20; part += 1) await write(client, Buffer.alloc(1024 * 1024));
    client.end();
    const [hadError] = await once(client, 'close');
    expect(hadError).toBe(false);
  },
);

test('answers headers that are too large with 431', async () => {
  const client = await startClient();
  const answer = readAll(client);
  await write(client, `GET / HTTP/1.1\r\nHost: a\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`);
  expect(await answer).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
});

test('answers a request that is too slow with 408', async () => {
  const client = await startClient({ options: { headersTimeout: 20, connectionsCheckingInterval: 10 } });
  const answer = readAll(client);
  await write(client, 'GET / HTTP/1.1\r\nHost: a\r\n');
  expect(await answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
});

test('answers once when the body turns out to be bad after the response', async () => {
  const client = await startClient();
  const answer = readAll(client);
  await write(client, 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
  await once(client, 'data');
  await write(client, 'x\r\n');
  expect((await answer).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
});

test('answers 400 when the body is bad before a response', async () => {
  const client = await startClient({ listener: (request) => void request.resume() });
  const answer = readAll(client);
  await write(client, 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n');
  expect((await answer).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
});

test('answers a bad request after a good one on the same connection', async () => {
  const client = await startClient();
  const answer = readAll(client);
  await write(client, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(client, 'data');
  await write(client, 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n');
  expect((await answer).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
});

test('ends a connection that goes on sending after the grace period', async () => {
  const client = await startClient({ graceMs: 50 });
  client.on('error', () => client.destroy());
  client.resume();
  client.write(refused['an unknown method']);
  const timer = setInterval(() => client.write('a'), 5);
  onTestFinished(() => clearInterval(timer));
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  await expect(closed).resolves.toBeUndefined();
});
