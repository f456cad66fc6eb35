import { createServer, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '#server/lib/http/listen.ts';

/** A call of the product, as a platform receives it. */
export type ReceivedCall = { method: string; url: string; headers: IncomingHttpHeaders; body: string };
export type PlatformAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer };
/** Changes a platform's response. */
export type Twist = (call: ReceivedCall, answer: PlatformAnswer) => PlatformAnswer;
type Refusal = (call: ReceivedCall) => PlatformAnswer;

export type HostilePlatforms = {
  url: string;
  /** All calls, except the test's own control calls. */
  receivedCalls: ReceivedCall[];
  /** Forwards calls to this sandbox and changes each response. */
  forwardTo(sandboxUrl: string): void;
  twist(twist: Twist): void;
  /** Answers all further calls itself. Null: forwards calls again. */
  refuse(refusal: Refusal | null): void;
  close(): Promise<void>;
};

/** A proxy between the product and its sandbox that records all calls and can change or replace responses. */
export const startHostilePlatforms = async (): Promise<HostilePlatforms> => {
  const receivedCalls: ReceivedCall[] = [];
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
    if (!isControl) receivedCalls.push(call);
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
    receivedCalls,
    forwardTo: (sandboxUrl) => {
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
