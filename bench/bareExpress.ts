import express from 'express';

/** The reference of the `ssr` benchmark: nothing but Express and the bytes of one page, with no work left for a request. */
process.once('message', ({ html }: { html: string }) => {
  const app = express();
  app.disable('etag');
  app.disable('x-powered-by');
  const body = Buffer.from(html);
  app.get('/', (_request, response) => {
    response.type('html').send(body);
  });
  const server = app.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
  });
});
