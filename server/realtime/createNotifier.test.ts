import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { createNotifier } from './createNotifier.ts';

test('close waits for accepted payloads, and drops later ones without a query on the closed pool', async () => {
  const held = Promise.withResolvers<void>();
  const queries: unknown[] = [];
  const pool = {
    query: async (_text: string, values: unknown[]) => {
      queries.push(values);
      await held.promise;
    },
  } as unknown as Pool;
  const notifier = createNotifier(pool, 'events');
  const first = notifier.notify('first');
  const closing = notifier.close();
  await notifier.notify('late');
  held.resolve();
  await Promise.all([first, closing]);
  await notifier.notify('later');
  expect(queries).toEqual([['events', ['first']]]);
});
