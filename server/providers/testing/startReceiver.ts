import { buffer } from 'node:stream/consumers';
import { startServer } from './startServer.ts';

/** A delivery to a webhook; `header` returns a request header by name. */
type Delivery = { body: Buffer; header: (name: string) => string | undefined };

/** A webhook that stores all deliveries. It confirms its address, as Meta requires, if the token is right. */
export const startReceiver = async (verifyToken?: string) => {
  const deliveries: Delivery[] = [];
  const { url } = await startServer(async (request, response) => {
    if (request.method === 'GET') {
      const { searchParams } = new URL(request.url ?? '/', 'http://receiver.test');
      const isRight = searchParams.get('hub.verify_token') === verifyToken;
      response.writeHead(isRight ? 200 : 403).end(isRight ? searchParams.get('hub.challenge') : '');
      return;
    }
    deliveries.push({ body: await buffer(request), header: (name) => request.headersDistinct[name]?.[0] });
    response.end();
  });
  return { url, deliveries };
};
