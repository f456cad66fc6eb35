import { expect, test } from 'vitest';
import { exchange } from '#testing/exchange.ts';
import { target } from './testing/target.ts';

const smuggled = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
const post = (headers: string, body: string, path = '/api/user/login') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;

/** Requests with an ambiguous end. A server that misreads it would find a second, smuggled request. */
const probes: Record<string, string> = {
  'length and chunks': post('Content-Length: 6\r\nTransfer-Encoding: chunked', `0\r\n\r\n${smuggled}`),
  'chunks and length': post('Transfer-Encoding: chunked\r\nContent-Length: 4', `0\r\n\r\n${smuggled}`),
  'two lengths': post(`Content-Length: 0\r\nContent-Length: ${smuggled.length}`, smuggled),
  'a list of lengths': post(`Content-Length: 0, ${smuggled.length}`, smuggled),
  'a signed length': post('Content-Length: +0', smuggled),
  'an octal length': post('Content-Length: 0x0', smuggled),
  'an unknown coding': post('Transfer-Encoding: xchunked', `0\r\n\r\n${smuggled}`),
  'chunks under a second coding': post('Transfer-Encoding: chunked, identity', `0\r\n\r\n${smuggled}`),
  'chunks twice': post('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked', `0\r\n\r\n${smuggled}`),
  'a space before the colon': post('Transfer-Encoding : chunked', `0\r\n\r\n${smuggled}`),
  'a folded line': post('Transfer-Encoding:\r\n chunked', `0\r\n\r\n${smuggled}`),
  'a vertical tab': post('Transfer-Encoding:\x0bchunked', `0\r\n\r\n${smuggled}`),
  'a bare carriage return': post('A: b\rTransfer-Encoding: chunked', `0\r\n\r\n${smuggled}`),
  'an invalid size': post('Transfer-Encoding: chunked', `0x0\r\n\r\n${smuggled}`),
  'a negative size': post('Transfer-Encoding: chunked', `-1\r\n\r\n${smuggled}`),
  'an excessive size': post('Transfer-Encoding: chunked', `fffffffffffffffff0\r\n\r\n${smuggled}`),
  'a chunk that ends elsewhere': post('Transfer-Encoding: chunked', `1\r\nAX\r\n0\r\n\r\n${smuggled}`),
  'no host': `GET / HTTP/1.1\r\n\r\n${smuggled}`,
  'a null byte': `GET / HTTP/1.1\r\nHost: x\r\nA: \0\r\n\r\n${smuggled}`,
};

const answersIn = (text: string): string[] => text.match(/HTTP\/1\.[01] \d{3} /g) ?? [];

test.each(Object.entries(probes))(
  'T41 an ambiguous request is refused and its connection closed: %s',
  async (_name, probe) => {
    for (const url of [target.url, target.webUrl]) {
      // The server closes the connection.
      const said = await exchange(url, probe).ended;
      expect(answersIn(said)).toEqual([expect.stringMatching(/^HTTP\/1\.1 (?:400|405|501) $/)]);
      expect(said).toMatch(/^connection: close\r$/im);
      // The app would have added a request id.
      expect(said).not.toMatch(/x-request-id|"status":"ok"/i);
    }
  },
);

test('T41 no client gets a tunnel', async () => {
  for (const url of [target.url, target.webUrl]) {
    const said = await exchange(url, `CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n${smuggled}`).ended;
    // Node closes the connection without a response.
    expect(answersIn(said)).toEqual(url === target.url ? ['HTTP/1.1 400 '] : []);
    expect(said).not.toMatch(/x-request-id|"status":"ok"/i);
  }
});
