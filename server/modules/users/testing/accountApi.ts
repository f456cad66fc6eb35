import { afterAll, beforeAll } from 'vitest';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';

/** The API under test of the importing test file, from before its first test until after its last. */
export let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
