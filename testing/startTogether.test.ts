import { expect, test } from 'vitest';
import { startTogether } from './startTogether.ts';

test('a start that fails half-way ends what was started, the last one first, though one of them cannot be', async () => {
  const ended: string[] = [];
  const starting = startTogether(async (onStop) => {
    onStop(() => ended.push('folder'));
    onStop(() => {
      throw new Error('no database to drop');
    });
    onStop(() => ended.push('product'));
    throw new Error('not ready');
  });
  await expect(starting).rejects.toMatchObject({
    errors: [new Error('not ready'), new Error('no database to drop')],
  });
  expect(ended).toEqual(['product', 'folder']);
});

test('what was started is ended by its stop alone, which tells what could not be', async () => {
  const ended: string[] = [];
  const { url, stop } = await startTogether(async (onStop) => {
    onStop(() => ended.push('folder'));
    onStop(() => Promise.reject(new Error('ended with 1')));
    return { url: 'http://127.0.0.1:1' };
  });
  expect([url, ended]).toEqual(['http://127.0.0.1:1', []]);
  await expect(stop()).rejects.toMatchObject({ errors: [new Error('ended with 1')] });
  expect(ended).toEqual(['folder']);
});
