import { request } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

type Question = {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
  /** Sends `body` but does not end the request. */
  isUnfinished?: boolean;
};

/** One request on a new connection. Path and headers are sent unchanged; `fetch` would normalize both. */
export const ask = (
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body, isUnfinished = false }: Question = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const question = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bytes }),
        reject,
      );
    });
    question.once('error', reject);
    // Node sets content-length for some methods only. Without it, the server would read the body as the next request.
    if (body !== undefined && !isUnfinished && !question.hasHeader('content-length'))
      question.setHeader('content-length', Buffer.byteLength(body));
    if (isUnfinished) question.write(body);
    else question.end(body);
  });

export const jsonOf = ({ body }: Answer): unknown => JSON.parse(body.toString());
