import { expect, test } from 'vitest';
import { failureOf } from '../testing/startPlatforms.ts';
import { startServer } from '../testing/startServer.ts';
import { createTikTokClient } from './client.ts';
import { nothing } from './types.ts';

/** A client of a server that returns one body for every request. */
const clientOf = async (body: object) => {
  const { url: apiUrl } = await startServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  return createTikTokClient({ appId: 'app', appSecret: 'secret', apiUrl });
};

const request = { path: '/campaign/get/' };

test.for([
  [40105, 'reconnect'],
  [40100, 'wait'],
  [40001, 'scope-missing'],
] as const)('a refusal with the code %s is parsed without data', async ([code, outcome]) => {
  const client = await clientOf({ code, message: 'no', request_id: 'r-1' });
  expect(await failureOf(client.send(request, nothing))).toMatchObject({ outcome, providerCode: String(code) });
});

test('a success without data is accepted if no data is expected', async () => {
  const client = await clientOf({ code: 0, message: 'OK', request_id: 'r-1' });
  await expect(client.send(request, nothing)).resolves.toBeUndefined();
});
