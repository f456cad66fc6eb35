import express from 'express';

/** The reference of the `ssr` benchmark: nothing but Express and one page in memory. */
process.once('message', ({ html }: { html: string }) => {
  const app = express();
  app.get('/', (_request, response) => {
    response.type('html').send(html);
  });
  const server = app.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
  });
});
