import { afterAll, beforeAll } from 'vitest';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';

/** Starts the API before the first test of the importing file and closes it after the last. */
export let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
