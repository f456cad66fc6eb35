import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { Server as SocketServer } from 'socket.io';
import { io } from 'socket.io-client';
import { afterEach, describe, expect, it } from 'vitest';
import { messages } from '#shared/messages.ts';
import { closeNow, startTestWeb } from '#server/web/testing/startTestWeb.ts';
import type { TestWeb } from '#server/web/testing/startTestWeb.ts';

type Seen = { method?: string; url?: string; headers: IncomingHttpHeaders; body: string };

const readBody = async (stream: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
};

let web: TestWeb | null = null;
afterEach(async () => {
  await web?.stop();
  web = null;
});

const startEcho = async (env: Record<string, string> = {}) => {
  const seen: Seen[] = [];
  web = await startTestWeb(
    async (request, response) => {
      const body = await readBody(request);
      seen.push({ method: request.method, url: request.url, headers: request.headers, body });
      response.writeHead(201, {
        'Content-Type': 'application/json',
        'Content-Security-Policy': "default-src 'self'",
        'Set-Cookie': ['a=1; HttpOnly', 'b=2'],
      });
      response.end(JSON.stringify({ success: true, length: body.length }));
    },
    { env },
  );
  return { url: web.url, seen };
};

describe('forwarding to the API', () => {
  it('passes method, path, query, headers and body on unchanged', async () => {
    const { url, seen } = await startEcho();
    const body = 'x'.repeat(3_000_000);
    const response = await fetch(`${url}/api/ads/export-google-sheet?a=1&b=%2F`, {
      method: 'POST',
      body,
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    });

    expect([response.status, await response.json()]).toEqual([201, { success: true, length: body.length }]);
    expect(response.headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2']);
    // A page of the API keeps its own content security policy.
    expect(response.headers.get('content-security-policy')).toBe("default-src 'self'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/api/ads/export-google-sheet?a=1&b=%2F',
      headers: { authorization: 'Bearer token', host: new URL(url).host },
      body,
    });
  });

  it('forwards the four prefixes and nothing else', async () => {
    const { url, seen } = await startEcho();
    const inside = [
      '/api',
      '/api/x',
      '//api/x',
      '/auth/google?userId=1',
      '/webhooks/meta',
      '/socket.io/?EIO=4&transport=polling',
    ];
    const outside = ['/apiary', '/authors', '/webhooks-old', '/socket.io-client', '/metrics', '/x/api/y'];
    for (const path of [...inside, ...outside]) await fetch(`${url}${path}`);
    expect(seen.map((request) => request.url)).toEqual(inside);
  });

  it('reports the connected client address to the API, not the claimed one', async () => {
    const { url, seen } = await startEcho();
    await fetch(`${url}/api/x`, {
      headers: {
        'x-forwarded-for': '203.0.113.7',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'evil.example',
        'x-real-ip': '203.0.113.7',
      },
    });
    expect(seen[0]?.headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': new URL(url).host,
    });
    expect(seen[0]?.headers).not.toHaveProperty('x-real-ip');
  });

  it('trusts the proxy in front when TRUST_PROXY counts one', async () => {
    const { url, seen } = await startEcho({ TRUST_PROXY: '2' });
    await fetch(`${url}/api/x`, {
      headers: {
        'x-forwarded-for': '198.51.100.9, 203.0.113.7',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'leads.example.org',
      },
    });
    expect(seen[0]?.headers).toMatchObject({
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'leads.example.org',
    });
  });

  it('gives each request its log id, and keeps the id of a proxy in front', async () => {
    const given = 'a'.repeat(32);
    const idOf = async (env: Record<string, string>, id: string) => {
      const { url, seen } = await startEcho(env);
      await fetch(`${url}/api/x`, { headers: { 'x-request-id': id } });
      return seen[0]?.headers['x-request-id'];
    };
    const own = /^[0-9a-f]{24}$/;
    expect(await idOf({ TRUST_PROXY: '2' }, given)).toBe(given);
    expect(await idOf({ TRUST_PROXY: '2' }, 'no id","msg":"forged')).toMatch(own);
    expect(await idOf({ TRUST_PROXY: '1' }, given)).toMatch(own);
  });

  it('does not forward hop-by-hop headers', async () => {
    const { url, seen } = await startEcho();
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = httpRequest(`${url}/api/x`, {
        headers: { connection: 'close', te: 'trailers', 'proxy-authorization': 'Basic x', 'keep-alive': 'timeout=1' },
      });
      request.on('response', resolve).on('error', reject).end();
    });
    answer.resume();
    expect(answer.headers.connection).toBe('close');
    for (const name of ['te', 'proxy-authorization', 'keep-alive']) expect(seen[0]?.headers).not.toHaveProperty(name);
  });

  it('refuses a request with two lengths before the API sees it', async () => {
    const { url, seen } = await startEcho();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.end('POST /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n');
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(seen).toEqual([]);
  });

  it('reports in the envelope that the API is unreachable', async () => {
    const { url } = await startEcho();
    const { api } = web ?? {};
    if (api) await closeNow(api);
    const response = await fetch(`${url}/api/user/login`, { method: 'POST', body: '{}' });
    expect([response.status, response.headers.get('content-type'), await response.json()]).toEqual([
      502,
      'application/json; charset=utf-8',
      { success: false, message: messages.server.apiAway, code: 'UNAVAILABLE' },
    ]);
  });

  it('closes the API connection if the response arrived before the end of the body', async () => {
    const connections = new Set<unknown>();
    web = await startTestWeb((request, response) => {
      connections.add(request.socket);
      response.writeHead(404).end();
    });
    const { port } = new URL(web.url);
    const post = (length: number, sent: string): Socket => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(`POST /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${sent}`);
      return socket;
    };
    const late = post(3, 'a');
    await once(late, 'data');
    late.write('bc');
    const large = post(100_000, 'a'.repeat(100_000));
    await once(large, 'data');
    // Small and complete, so its connection is reused.
    for (let count = 0; count < 3; count += 1) await fetch(`${web.url}/api/x`, { method: 'POST', body: '{}' });
    expect(connections.size).toBe(3);
    for (const socket of [late, large]) socket.destroy();
  });

  it("keeps the client's connection open after the API refused its request and stopped reading", async () => {
    web = await startTestWeb((request, response) => {
      response.writeHead(401, { Connection: 'close' }).end('refused', () => request.socket.destroy());
    });
    const socket = connect(Number(new URL(web.url).port), '127.0.0.1');
    socket.write('POST /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\n\r\na');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
    socket.write(Buffer.alloc(1_999_999));
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    let text = '';
    for await (const chunk of socket) {
      text += String(chunk);
      if (text.includes('HTTP/1.1 200 ')) break;
    }
    expect(text).toContain('HTTP/1.1 200 ');
  });

  it('does not present a truncated response as complete', async () => {
    web = await startTestWeb((_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half');
      setImmediate(() => response.destroy());
    });
    const response = await fetch(`${web.url}/api/x`);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  it('aborts the API request when the client disconnects', async () => {
    const gone = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    web = await startTestWeb((_request, response) => {
      arrived.resolve();
      response.on('close', () => gone.resolve());
    });
    const controller = new AbortController();
    const call = fetch(`${web.url}/api/slow`, { signal: controller.signal });
    await arrived.promise;
    controller.abort();
    await expect(call).rejects.toThrow('aborted');
    await gone.promise;
  });
});

/** Requests an upgrade and returns the status line. */
const askUpgrade = async (url: string, protocol = 'websocket'): Promise<string> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(
    `GET ${new URL(url).pathname} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer.split('\r\n')[0] ?? '';
};

describe('sockets', () => {
  it('carries a real Socket.IO connection, with the address of its client', async () => {
    web = await startTestWeb((_request, response) => response.writeHead(404).end());
    const sockets = new SocketServer(web.api);
    sockets.on('connection', (socket) => {
      socket.on('ask', (value: string, reply: (answer: unknown) => void) =>
        reply({
          value,
          transport: socket.conn.transport.name,
          from: socket.handshake.headers['x-forwarded-for'],
          query: socket.handshake.query['userId'],
        }),
      );
    });
    const client = io(web.url, {
      transports: ['websocket'],
      query: { userId: 'u1' },
      extraHeaders: { 'x-forwarded-for': '203.0.113.7' },
    });
    const answer: unknown = await client.timeout(5000).emitWithAck('ask', 'hello');
    expect(answer).toEqual({ value: 'hello', transport: 'websocket', from: '127.0.0.1', query: 'u1' });
    client.close();
    await sockets.close();
  });

  it('answers a handshake with 502 while the API is unreachable', async () => {
    web = await startTestWeb((_request, response) => response.end());
    await closeNow(web.api);
    expect(await askUpgrade(`${web.url}/socket.io/`)).toBe('HTTP/1.1 502 Bad Gateway');
  });

  it('refuses an incomplete socket handshake without closing the connection', async () => {
    const { url, seen } = await startEcho();
    const complete = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (method: string, path: string, headers: Record<string, string>, body = '') =>
      new Promise<{ status: number | undefined; body: string; port: number | undefined }>((resolve, reject) => {
        const call = httpRequest(url + path, { agent, method, headers }, (answer) => {
          const { localPort } = answer.socket;
          readBody(answer).then((text) => resolve({ status: answer.statusCode, body: text, port: localPort }), reject);
        });
        call.on('upgrade', () => reject(new Error('The request was upgraded')));
        call.on('error', reject).end(body);
      });
    const body = 'a'.repeat(70_000);
    const length = { 'content-length': String(body.length) };
    const answers = [
      await send('POST', '/socket.io/?EIO=4&transport=websocket', { ...complete, ...length }, body),
      await send('POST', '/socket.io/', { ...complete, 'transfer-encoding': 'chunked' }, body),
      await send('DELETE', '/socket.io/', complete),
      await send('GET', '/socket.io/', { ...complete, ...length }, body),
      await send('GET', '//socket.io/', complete),
      await send('GET', '/socket.io/', { ...complete, 'sec-websocket-key': 'short' }),
      await send('GET', '/socket.io/', { ...complete, 'sec-websocket-version': '8' }),
    ];
    agent.destroy();
    const refusal = JSON.stringify({ success: false, message: messages.validation.invalidRequest, code: 'VALIDATION' });
    for (const answer of answers) expect(answer).toEqual({ status: 400, body: refusal, port: answers[0]?.port });
    expect(seen).toEqual([]);
  });

  it('answers a socket upgrade in plain HTTP on paths without sockets', async () => {
    web = await startTestWeb((_request, response) => response.end());
    for (const path of ['/', '/api/x']) expect(await askUpgrade(web.url + path)).toBe('HTTP/1.1 200 OK');
  });

  it('answers offers of other protocols in plain HTTP, such as HTTP/2 from curl and Java', async () => {
    web = await startTestWeb((request, response) => response.end(String(request.headers.upgrade)));
    for (const path of ['/', '/api/x', '/webhooks/tiktok', '/socket.io/'])
      expect([path, await askUpgrade(web.url + path, 'h2c')]).toEqual([path, 'HTTP/1.1 200 OK']);
  });
});

describe('an API that answers late', () => {
  it('delays a stopping server, which then ends the connection', async () => {
    const arrived = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    web = await startTestWeb((_request, response) => {
      arrived.resolve();
      void release.promise.then(() => response.end('late'));
    });
    const call = fetch(`${web.url}/api/slow`);
    await arrived.promise;
    const closed = web.close({ drainMs: 1, timeoutMs: 5000 });
    release.resolve();
    const response = await call;
    expect([response.headers.get('connection'), await response.text()]).toEqual(['close', 'late']);
    expect(await closed).toEqual({ requestsCut: 0 });
  });
});
