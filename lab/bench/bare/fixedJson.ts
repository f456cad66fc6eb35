import { createServer } from 'node:http';
import { serve } from './serve.ts';

/** Answers every request with the same small JSON: an API that takes no time. */
serve(({ json }: { json: string }) => {
  const body = Buffer.from(json);
  return createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length });
    response.end(body);
  });
});
