import { Agent, createServer, request as ask } from 'node:http';
import { serve } from './serve.ts';

/** Forwards requests over kept-alive connections, with nothing but `node:http`. */
serve(({ target }: { target: string }) => {
  const { hostname, port } = new URL(target);
  const agent = new Agent({ keepAlive: true });
  return createServer((request, response) => {
    const { method, url: path, headers } = request;
    const passedOn = ask({ agent, hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passedOn.on('error', () => response.destroy());
    request.pipe(passedOn);
  });
});
