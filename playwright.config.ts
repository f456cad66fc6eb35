import { defineConfig } from '@playwright/test';
import { chromiumOptions } from './scripts/findChromium.ts';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  fullyParallel: false,
  workers: 2,
  // Sweeps visit every screen, dialog and width, or wait for long work.
  projects: [
    { name: 'journeys', testIgnore: ['sweeps/**', 'phone.e2e.ts'] },
    { name: 'sweeps', testMatch: 'sweeps/**/*.e2e.ts' },
    // What people do between two calls.
    {
      name: 'phones',
      testMatch: ['phone.e2e.ts', 'leadWork.e2e.ts', 'leadBulk.e2e.ts', 'duplicates.e2e.ts'],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [['dot'], ['json', { outputFile: 'test-results/e2e.json' }]],
  outputDir: 'test-results/e2e',
  use: {
    viewport: { width: 1280, height: 800 },
    // Recording a trace takes a third of the processor time. For a failure, run its file with `--trace retain-on-failure`.
    screenshot: 'only-on-failure',
    launchOptions: chromiumOptions(),
  },
});
