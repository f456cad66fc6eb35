import { expect, test } from 'vitest';
import { createLocalBudget } from '../calls/callBudget.ts';
import { createPacer } from '../calls/pacer.ts';
import { takeSheetsTurn } from './sheetsQuota.ts';

test('a workspace that reads thirty private sheets at once leaves turns to another one', async () => {
  // The clock stands still, so only turns of the burst are due.
  const pacer = createPacer(
    'google',
    createLocalBudget(() => 0),
    () => 0,
  );
  const leaving = new AbortController();
  const take = (workspaceId: string, signal?: AbortSignal): Promise<void> =>
    takeSheetsTurn(pacer, 'read', { kind: 'serviceAccount', workspaceId }, { patience: 'interactive', signal });
  let taken = 0;
  const busy = Array.from({ length: 30 }, () =>
    take('busy', leaving.signal).then(
      () => (taken += 1),
      () => 'refused or left',
    ),
  );
  for (let read = 0; read < 6; read += 1) await take('other');
  expect(taken).toBeLessThanOrEqual(8);
  leaving.abort(new Error('gone'));
  await Promise.all(busy);
});
