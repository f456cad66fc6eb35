import { request } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

type Question = {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
  /** The body stays open after `body`. */
  isUnfinished?: boolean;
};

/** One request on a connection of its own, with path and headers exactly as given; `fetch` would tidy both. */
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
    // Node tells the length of some methods' bodies only; untold, the body would be the next request.
    if (body !== undefined && !isUnfinished && !question.hasHeader('content-length'))
      question.setHeader('content-length', Buffer.byteLength(body));
    if (isUnfinished) question.write(body);
    else question.end(body);
  });

/** The answer's JSON, for comparing with whole objects. */
export const jsonOf = ({ body }: Answer): unknown => JSON.parse(body.toString());
