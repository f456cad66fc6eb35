import { Agent, createServer } from 'node:http';
import { Socket } from 'node:net';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { serve } from './serve.ts';

type Settings = { target: string; path: string };

/** Express and http-proxy-middleware with kept-alive connections and sockets, otherwise with defaults. */
serve(({ target, path }: Settings) => {
  const app = express();
  const proxy = createProxyMiddleware({
    target,
    pathFilter: path,
    agent: new Agent({ keepAlive: true }),
  });
  app.use(proxy);
  return createServer(app).on('upgrade', (request, socket, head) => {
    if (socket instanceof Socket) proxy.upgrade(request, socket, head);
  });
});
