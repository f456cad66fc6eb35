import { expect, test } from 'vitest';
import { ask } from '#testing/ask.ts';
import { drip, exchange } from '#testing/exchange.ts';
import { startEdge } from './testing/startEdge.ts';
import { newMember } from './testing/strangers.ts';
import { target } from './testing/target.ts';

const countOf = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const half = 'GET / HTTP/1.1\r\nHost: x\r\nX-A: ';

test.concurrent(
  'T40 a thousand clients with unfinished requests are disconnected and delay no other client',
  async ({ onTestFinished }) => {
    const { url, stop } = await startEdge('shipped');
    onTestFinished(stop);
    const member = await newMember();
    const body = 'Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n{"email": "';
    const slow = [
      ...countOf(500, () => exchange(url, half).ended),
      ...countOf(100, () => drip(url, half, 'a')),
      ...countOf(200, () => exchange(url, '').ended),
      ...countOf(
        200,
        (index) =>
          exchange(url, `POST /api/user/login HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.${index}\r\n${body}`)
            .ended,
      ),
    ];
    const waiting = { clients: slow.length };
    const gone = Promise.all(
      slow.map(async (ended) => {
        await ended;
        waiting.clients -= 1;
      }),
    );
    let rounds = 0;
    for (; waiting.clients > 0; rounds += 1)
      for (const path of ['/', '/sign-in', '/healthz', '/api/exports']) {
        const headers = {
          'X-Forwarded-For': `198.18.${rounds >> 8}.${rounds & 255}`,
          Authorization: `Bearer ${member.token}`,
        };
        expect([path, (await ask(url, path, { headers })).status]).toEqual([path, 200]);
      }
    await gone;
    expect(rounds).toBeGreaterThan(1);
  },
);

test.concurrent('T40 the web role also disconnects slow clients without nginx', async () => {
  const member = await newMember();
  const held = countOf(400, () => exchange(target.webUrl, half));
  const flood = countOf(100, () => exchange(target.webUrl, `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`));
  for (let round = 0; round < 20; round += 1) expect((await member.send('/api/exports')).status).toBe(200);
  for (const answer of await Promise.all(flood.map(({ ended }) => ended))) expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  for (const answer of await Promise.all(held.map(({ ended }) => ended))) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test.concurrent('T40 a client that keeps sending its body after the response is disconnected', async () => {
  const head =
    'POST /api/meta-custom-leads HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n';
  expect(await drip(target.webUrl, head, ' ')).toMatch(/^HTTP\/1\.1 401 /);
});
