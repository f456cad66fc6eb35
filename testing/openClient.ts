import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { now } from './startProduct.ts';

export type Reply = {
  /** 0 if the connection was refused or broke. */
  status: number;
  text: string;
  ms: number;
};

export type Client = {
  ask(
    method: 'GET' | 'POST',
    path: string,
    options?: { headers?: Record<string, string>; body?: string },
  ): Promise<Reply>;
  close(): void;
};

/** Longer than nginx's timeouts, except those of calls that may take minutes. */
const giveUpMs = 60_000;

/** A loopback address for one client, so that nginx and the product see each client as separate. */
export const ownAddress = (number: number): string => `127.0.${1 + Math.floor(number / 250)}.${1 + (number % 250)}`;

/** A client with its own loopback address and a kept-alive connection. */
export const openClient = (url: string, number: number): Client => {
  const { port, host } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: ownAddress(number) });
  return {
    ask: (method, path, { headers = {}, body } = {}) =>
      new Promise((resolve) => {
        const startedAt = now();
        const end = (status: number, received = ''): void => resolve({ status, text: received, ms: now() - startedAt });
        const call = request(
          {
            agent,
            method,
            path,
            hostname: '127.0.0.1',
            port,
            timeout: giveUpMs,
            headers: {
              host,
              ...headers,
              ...(body === undefined
                ? {}
                : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
            },
          },
          (answer) => {
            text(answer).then(
              (received) => end(answer.statusCode ?? 0, received),
              () => end(0),
            );
          },
        );
        call.once('timeout', () => call.destroy());
        call.once('error', () => end(0));
        call.end(body);
      }),
    close: () => agent.destroy(),
  };
};
