import { expect, test } from 'vitest';
import { startTogether } from './startTogether.ts';

test('a failed start stops the started parts in reverse order, even if one of them fails to stop', async () => {
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

test('`stop` stops all parts and reports those that fail', async () => {
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
