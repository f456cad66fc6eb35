import { defineConfig } from 'vitest/config';

const integration = {
  include: ['server/**/*.integration.test.ts'],
  environment: 'node',
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    // Most files wait for servers of their own more than they compute.
    maxWorkers: 4,
    // One PostgreSQL server for all tests of the run.
    globalSetup: ['testing/database/postgresSetup.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{server,shared,scripts,bench,testing}/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts', '**/*.proof.test.ts'],
          environment: 'node',
          testTimeout: 20_000,
        },
      },
      { test: { ...integration, name: 'integration' } },
      {
        // The built product behind a real nginx: needs `dist/`, and time to start as a process of its own.
        test: {
          name: 'edge',
          include: ['scripts/nginx/**/*.integration.test.ts'],
          globalSetup: ['scripts/nginx/testing/nginxSetup.ts'],
          environment: 'node',
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
      {
        // What takes long to show: that the docs are true, and that nothing is lost or refused under load.
        test: { ...integration, name: 'proofs', include: ['{server,scripts}/**/*.proof.test.ts'], testTimeout: 90_000 },
      },
      {
        // One attack for each threat on the built product, which runs behind a real nginx with its sandbox.
        test: {
          name: 'security',
          include: ['security/**/*.test.ts'],
          globalSetup: ['security/testing/globalSetup.ts'],
          environment: 'node',
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          name: 'client',
          include: ['client/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 15_000,
        },
      },
    ],
  },
});
