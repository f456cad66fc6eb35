import { beforeEach, expect, test, vi } from 'vitest';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AdPlatform } from '../AdPlatform.ts';
import { adapterAt } from '../testing/adapterAt.ts';
import { failureOf, week } from '../testing/startPlatforms.ts';
import { startServer } from '../testing/startServer.ts';

const noRows = {
  google: '[]',
  facebook: '{"data":[]}',
  tiktok: '{"code":0,"data":{"list":[],"page_info":{"page":1,"page_size":1000,"total_number":0,"total_page":1}}}',
};
const idOf = (id: PlatformId, digits: string): string => (id === 'facebook' ? `act_${digits}` : digits);
const call = { accessToken: 't', patience: 'interactive' } as const;
const read = (adapter: AdPlatform, accountId: string) =>
  adapter.readInsights(call, { account: { id: accountId, loginCustomerId: null }, range: week });

// Retries follow at once.
beforeEach(() => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  return () => random.mockRestore();
});

test.each(platformIds)('%s: an unreadable response blocks only its own account', async (id) => {
  const [bad, good] = [idOf(id, '1111111111'), idOf(id, '2222222222')];
  let badCalls = 0;
  const server = await startServer((request, response) => {
    const isBad = request.url?.includes('1111111111') ?? false;
    if (isBad) badCalls += 1;
    response.end(isBad ? '{"data":[{"id":"1' : noRows[id]);
  });
  const adapter = adapterAt(id, server.url);
  await failureOf(read(adapter, bad));
  await failureOf(read(adapter, bad));
  // Google: the query of ads may be under way when the fifth failure opens the circuit.
  expect([5, 6]).toContain(badCalls);
  badCalls = 0;
  const stopped = await failureOf(read(adapter, bad));
  expect(stopped.providerCode).toBe('breaker-open');
  expect(stopped.userMessage).toMatch(/sent an answer that cannot be read/);
  expect(badCalls).toBe(0);
  await expect(read(adapter, good)).resolves.toEqual({ rows: [], after: null });
});

test('a truncated response blocks only its own account', async () => {
  const server = await startServer((request, response) => {
    const isBad = request.url?.includes('1111111111') ?? false;
    if (isBad) response.writeHead(200, { 'content-length': 1_000 }).write('{"code":0', () => response.destroy());
    else response.end(noRows.tiktok);
  });
  const adapter = adapterAt('tiktok', server.url);
  for (let reads = 0; reads < 2; reads += 1)
    expect((await failureOf(read(adapter, '1111111111'))).userMessage).toMatch(/sent an incomplete answer/);
  await expect(read(adapter, '2222222222')).resolves.toEqual({ rows: [], after: null });
});
