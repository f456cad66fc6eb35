import { createServer, request as forward } from 'node:http';
import { listen } from '#server/lib/http/listen.ts';

/** A response from a service's edge, not from the service itself. */
export type OddAnswer = { status: number; headers: Record<string, string>; body: string };

export const oddAnswers = {
  html: {
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<html><title>Sorry</title>We will be back</html>',
  },
  badGateway: { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>502 Bad Gateway</html>' },
  empty: { status: 200, headers: {}, body: '' },
  wrongShape: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"data":"soon"}' },
} as const satisfies Record<string, OddAnswer>;

export type HttpFaults = {
  url: string;
  /** Answers the next `count` calls whose path contains `path` instead of the service. */
  order(path: string, answer: OddAnswer, count?: number): void;
  /** The number of calls answered so far. */
  given(): number;
  close(): Promise<void>;
};

/** A proxy between the product and the sandbox that answers some calls itself. */
export const startHttpFaults = async (target: string): Promise<HttpFaults> => {
  const ordered: { path: string; answer: OddAnswer; count: number }[] = [];
  let given = 0;
  const { hostname, port } = new URL(target);
  const server = createServer((request, response) => {
    const fault = ordered.find(({ path, count }) => count > 0 && request.url?.includes(path));
    if (fault) {
      fault.count -= 1;
      given += 1;
      request.resume();
      response.writeHead(fault.answer.status, fault.answer.headers).end(fault.answer.body);
      return;
    }
    const { method, url, headers } = request;
    const onward = forward({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response).on('error', () => answer.destroy());
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  const ownPort = await listen(server, '127.0.0.1', 0);
  return {
    url: `http://127.0.0.1:${ownPort}`,
    order: (path, answer, count = 1) => void ordered.push({ path, answer, count }),
    given: () => given,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
