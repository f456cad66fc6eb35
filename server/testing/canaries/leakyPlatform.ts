import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '#server/lib/listen.ts';

export type LeakyPlatform = {
  url: string;
  /** Where calls go that are passed on. */
  forwardTo(target: string): void;
  /** From now on every call but those of browsers is answered with this status, and with all that the call held; null: passed on. */
  leak(status: number | null): void;
  /** Every secret that has passed: tokens, codes, client secrets, proofs. */
  secrets: ReadonlySet<string>;
  close(): Promise<void>;
};

const secretNames = /^(?:.*(?:token|secret|credential|assertion|verifier|proof)|code|auth_code|state)$/i;
const harmlessNames = /page_?token|^token_type$|token_uri|_name$|verify_token/i;
/** Shorter values, such as error codes, are no secrets. */
const secretLength = 12;

/** The values of all fields that are called like a secret, at whatever depth. */
const findSecrets = (value: unknown, name = ''): string[] => {
  if (typeof value === 'string')
    return value.length >= secretLength && secretNames.test(name) && !harmlessNames.test(name) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => findSecrets(each, Array.isArray(value) ? name : key));
};

const readFields = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
};

/** In the words of all three platforms at once: whoever puts such a text into a log has put everything there. */
const leakOf = (echo: string): string =>
  JSON.stringify({
    error: {
      message: echo,
      type: 'OAuthException',
      code: 100,
      status: 'INVALID_ARGUMENT',
      details: [{ errors: [{ message: echo }] }],
    },
    error_description: echo,
    code: 50_000,
    message: echo,
    data: { echo },
  });

/** Stands between the product and the sandbox, hears every secret, and can answer like a platform that repeats them all. */
export const startLeakyPlatform = async (): Promise<LeakyPlatform> => {
  const secrets = new Set<string>();
  let target = '';
  let leakedStatus: number | null = null;
  const hear = (fields: unknown): void => {
    for (const secret of findSecrets(fields)) secrets.add(secret);
  };

  const passOn = async (reply: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = await buffer(reply);
    const isJson = reply.headers['content-type']?.includes('json') ?? false;
    if (isJson) hear(readFields(bytes.toString()));
    response.writeHead(reply.statusCode ?? 502, reply.headers).end(bytes);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? '/';
    const body = await buffer(request);
    const bearer = request.headers.authorization?.replace(/^Bearer /, '');
    hear({ access_token: bearer ?? '', accessToken: request.headers['access-token'] ?? '' });
    hear(Object.fromEntries(new URL(url, 'http://platform').searchParams));
    hear(readFields(body.toString()));
    if (leakedStatus !== null && !url.startsWith('/control')) {
      const echo = `${request.method} ${url} ${JSON.stringify(request.headers)} ${body.toString()}`;
      response.writeHead(leakedStatus, { 'Content-Type': 'application/json' }).end(leakOf(echo));
      return;
    }
    const { method, headers } = request;
    const onward = httpRequest(new URL(url, target), { method, headers });
    onward.on('response', (reply) => void passOn(reply, response));
    onward.on('error', () => response.destroy());
    onward.end(body);
  };

  const server = createServer((request, response) => void answer(request, response));
  const port = await listen(server, '127.0.0.1', 0);
  return {
    url: `http://127.0.0.1:${port}`,
    forwardTo: (address) => {
      target = address;
    },
    leak: (status) => {
      leakedStatus = status;
    },
    secrets,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
