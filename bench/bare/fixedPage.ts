import { createServer } from 'node:http';
import express from 'express';
import { serve } from './serve.ts';

type Settings = { body: Uint8Array; headers: Record<string, string> };

/** Express with one prepared page and its headers. */
serve(({ body, headers }: Settings) => {
  const app = express();
  app.disable('etag');
  app.disable('x-powered-by');
  const bytes = Buffer.from(body);
  app.get('/', (_request, response) => {
    response.set(headers).send(bytes);
  });
  return createServer(app);
});
