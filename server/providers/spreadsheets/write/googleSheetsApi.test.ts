import { expect, test } from 'vitest';
import * as z from 'zod';
import { createLogger } from '#server/lib/logging/logger.ts';
import { startServer } from '../../testing/startServer.ts';
import { createSheetsApi } from './googleSheetsApi.ts';

test('while Google throttles one grant, its calls wait and those of other grants go on', async () => {
  const seen: unknown[] = [];
  const server = await startServer((request, response) => {
    seen.push(request.headers.authorization);
    const isFirst = seen.length === 1;
    response.writeHead(isFirst ? 429 : 200, isFirst ? { 'retry-after': '60' } : {}).end('{}');
  });
  const api = createSheetsApi(createLogger('silent'));
  const ask = (accessToken: string) =>
    // An interactive caller does not wait a minute.
    api.run({ accessToken, patience: 'interactive' }, (send) =>
      send({ endpoint: 'test', url: new URL(server.url) }, z.object({})),
    );
  await expect(ask('throttled')).rejects.toMatchObject({ outcome: 'wait', retryAfterMs: 60_000 });
  await expect(ask('throttled')).rejects.toMatchObject({ outcome: 'wait', providerCode: 'paused' });
  await expect(ask('other')).resolves.toEqual({});
  expect(seen).toEqual(['Bearer throttled', 'Bearer other']);
});
