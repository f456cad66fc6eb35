import { expect, it } from 'vitest';
import { platformIds } from '#shared/platforms.ts';
import { adapterAt } from '../testing/adapterAt.ts';
import { startServer } from '../testing/startServer.ts';

const emptyList = { google: '{}', facebook: '{"data":[]}', tiktok: '{"code":0,"data":{"list":[]}}' };

it.each(platformIds)('%s: retries after a proxy error page and after an empty 200', async (id) => {
  const bodies = ['<html>We will be back</html>', '', emptyList[id]];
  let calls = 0;
  const server = await startServer((_request, response) => {
    response.end(bodies[calls]);
    calls += 1;
  });
  expect(await adapterAt(id, server.url).listAccounts({ accessToken: 't', patience: 'interactive' })).toEqual([]);
  expect(calls).toBe(3);
});
