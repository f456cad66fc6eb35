import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { newPersonWithLeads, runSequence, sequences } from './testing/mergeSequences.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test('1,000 random sequences of merges and separations restore every row', async () => {
  const person = await newPersonWithLeads(api);
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      await runSequence(api, person, sequence);
      runs += 1;
    }),
    { numRuns: 1_000 },
  );
  expect(runs).toBe(1_000);
}, 900_000);
