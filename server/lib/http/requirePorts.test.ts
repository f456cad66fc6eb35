import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import { listen } from './listen.ts';
import { requirePorts } from './requirePorts.ts';

const host = '127.0.0.1';

const take = async (): Promise<{ port: number; free: () => Promise<void> }> => {
  const server = createServer();
  const port = await listen(server, host, 0);
  const free = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onTestFinished(free);
  return { port, free };
};

test('names all taken ports with their settings at once', async () => {
  const [web, sandbox] = [await take(), await take()];
  const needed = [
    { setting: 'PORT', host, port: web.port },
    { setting: 'API_PORT', host, port: 0 },
    { setting: 'SANDBOX_PORT', host, port: sandbox.port },
  ] as const;
  await expect(requirePorts(needed)).rejects.toThrow(
    new StartRefusedError(
      `Port ${web.port} is taken: set PORT to a free one.\nPort ${sandbox.port} is taken: set SANDBOX_PORT to a free one.`,
    ),
  );
});

test('leaves free ports available for listening', async () => {
  const { port, free } = await take();
  await free();
  await requirePorts([{ setting: 'PORT', host, port }]);
  const server = createServer();
  expect(await listen(server, host, port)).toBe(port);
  server.close();
});

test('two settings with the same port are refused', async () => {
  const { port, free } = await take();
  await free();
  const both = [
    { setting: 'PORT', host, port },
    { setting: 'API_PORT', host, port },
  ] as const;
  await expect(requirePorts(both)).rejects.toThrow(`Port ${port} is taken: set API_PORT`);
});

test('an address of another machine is refused with the setting HOST', async () => {
  await expect(requirePorts([{ setting: 'PORT', host: '192.0.2.1', port: 0 }])).rejects.toThrow(
    'This machine does not have the address 192.0.2.1: set HOST',
  );
});
