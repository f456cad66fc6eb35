import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { endUnreadBodies } from './endUnreadBodies.ts';
import { listen } from './listen.ts';

test('closes the connection of a body that trickles in after its response, and keeps that of a complete body', async () => {
  const server = createServer((_request, response) => response.writeHead(408).end());
  endUnreadBodies(server, 50);
  onTestFinished(() => void server.close());
  const port = await listen(server, '127.0.0.1', 0);
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n';

  const whole = connect(port, '127.0.0.1');
  whole.write(`${head}a`);
  await once(whole, 'data');
  whole.write('bc');

  const dripping = connect(port, '127.0.0.1');
  dripping.on('error', () => dripping.destroy());
  dripping.resume();
  dripping.write(`${head}a`);
  await once(dripping, 'close');

  whole.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const [answer] = await once(whole, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /);
  whole.destroy();
});

test('a client that sent `Connection: close` is not cut off while it uploads', async () => {
  let wasWhole: boolean | undefined;
  const server = createServer((request, response) => {
    request.once('close', () => {
      wasWhole = request.complete;
    });
    response.writeHead(413).end();
  });
  endUnreadBodies(server);
  onTestFinished(() => void server.close());
  const port = await listen(server, '127.0.0.1', 0);

  const client = connect(port, '127.0.0.1');
  client.write('POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 3\r\n\r\na');
  const [answer] = await once(client, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
  client.write('bc');
  await once(client, 'end');
  expect(wasWhole).toBe(true);
});
