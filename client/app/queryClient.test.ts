import { expect, it, vi } from 'vitest';
import { listWorkedLeads } from '#shared/contracts/leadWork.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { expectConsoleError, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { queryClient } from './queryClient.ts';

setUpFakeServer();

const refuse = (status: number, code: string) => async (): Promise<Response> =>
  Response.json({ success: false, message: 'Later', code }, { status, headers: { 'retry-after': '0.01' } });

const readLeads = (): Promise<unknown> =>
  queryClient.fetchQuery({
    queryKey: queryKeys.leadWork.detail(crypto.randomUUID()),
    queryFn: () => call(listWorkedLeads, {}),
  });

it('retries a throttled read after the delay in the response', async () => {
  expectConsoleError(/GET \/leads: status 429/);
  const request = vi.spyOn(globalThis, 'fetch');
  request.mockImplementationOnce(refuse(429, 'TOO_MANY_READS')).mockImplementationOnce(refuse(429, 'TOO_MANY_READS'));
  request.mockImplementationOnce(async () => Response.json({ success: true, data: [] }));
  expect(await readLeads()).toEqual({ success: true, data: [] });
  expect(request).toHaveBeenCalledTimes(3);
  request.mockRestore();
});

it('gives up after three retries', async () => {
  expectConsoleError(/GET \/leads: status 429/);
  const request = vi.spyOn(globalThis, 'fetch').mockImplementation(refuse(429, 'TOO_MANY_READS'));
  await expect(readLeads()).rejects.toMatchObject({ status: 429, serverMessage: 'Later' });
  expect(request).toHaveBeenCalledTimes(4);
  request.mockRestore();
});

it('retries no other failure', async () => {
  expectConsoleError(/GET \/leads: status/);
  const request = vi.spyOn(globalThis, 'fetch');
  for (const [status, code] of [
    [429, 'PLATFORM_THROTTLED'],
    [503, 'UNAVAILABLE'],
  ] as const) {
    request.mockClear().mockImplementation(refuse(status, code));
    await expect(readLeads()).rejects.toMatchObject({ status, code });
    expect(request).toHaveBeenCalledTimes(1);
  }
  request.mockRestore();
});
