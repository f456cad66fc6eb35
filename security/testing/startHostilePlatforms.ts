import { createServer, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '#server/lib/http/listen.ts';

/** A call of the product, as the platform gets it. */
export type HeardCall = { method: string; url: string; headers: IncomingHttpHeaders; body: string };
export type PlatformAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer };
/** What the platform makes of its answer. */
export type Twist = (call: HeardCall, answer: PlatformAnswer) => PlatformAnswer;
type Refusal = (call: HeardCall) => PlatformAnswer;

export type HostilePlatforms = {
  url: string;
  /** Everything but the calls of a test's own to the controls. */
  heard: HeardCall[];
  /** Where calls are passed on to, with each answer twisted on its way back. */
  playFor(sandboxUrl: string): void;
  twist(twist: Twist): void;
  /** Answers calls by itself from now on; null: they are passed on. */
  refuse(refusal: Refusal | null): void;
  close(): Promise<void>;
};

/** Stands between the product and its sandbox, hears all that the product asks, and can answer as it likes. */
export const startHostilePlatforms = async (): Promise<HostilePlatforms> => {
  const heard: HeardCall[] = [];
  const honest: Twist = (_call, answer) => answer;
  let target = '';
  let twist = honest;
  let refuse: Refusal | null = null;

  const reply = (response: ServerResponse, { status, headers, body }: PlatformAnswer): void => {
    const { 'content-length': _length, 'transfer-encoding': _coding, ...kept } = headers;
    response.writeHead(status, kept).end(body);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = request;
    const body = await buffer(request);
    const call = { method, url, headers, body: body.toString() };
    const isControl = url.startsWith('/control');
    if (!isControl) heard.push(call);
    if (!isControl && refuse) {
      reply(response, refuse(call));
      return;
    }
    const onward = httpRequest(new URL(url, target), { method, headers });
    onward.on('error', () => response.destroy());
    const passBack = async (message: IncomingMessage): Promise<void> => {
      const given = { status: message.statusCode ?? 502, headers: message.headers, body: await buffer(message) };
      reply(response, isControl ? given : twist(call, given));
    };
    onward.on('response', (message) => void passBack(message));
    onward.end(body);
  };

  const server = createServer((request, response) => void answer(request, response));
  const port = await listen(server, '127.0.0.1', 0);
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    playFor: (sandboxUrl) => {
      target = sandboxUrl;
    },
    twist: (next) => {
      twist = next;
    },
    refuse: (next) => {
      refuse = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
