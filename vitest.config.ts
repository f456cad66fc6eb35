import { defineConfig } from 'vitest/config';

const integration = {
  include: ['server/**/*.integration.test.ts'],
  environment: 'node',
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    // A test that passes says nothing; what a failed one wrote is printed with it.
    silent: 'passed-only',
    // Waits end with the effect. Only a failure takes that long, also on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    // Most test files spend their time waiting for servers.
    maxWorkers: 4,
    // One PostgreSQL server for all tests of the run.
    globalSetup: ['testing/database/postgresSetup.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{server,shared,scripts,testing}/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts', '**/*.proof.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          // Modules are read once for all files of a worker: half of the processor time. These tests share no state.
          isolate: false,
        },
      },
      { test: { ...integration, name: 'integration' } },
      { test: { ...integration, name: 'lab', include: ['lab/**/*.test.ts'] } },
      {
        // The built product behind a real nginx: needs `dist/`, and time to start processes.
        test: {
          name: 'edge',
          include: ['scripts/nginx/**/*.integration.test.ts'],
          globalSetup: ['scripts/nginx/testing/nginxSetup.ts'],
          environment: 'node',
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        // Slow proofs: the docs are correct, the operator's commands work, and nothing is lost or refused under load.
        test: {
          ...integration,
          name: 'proofs',
          include: ['{server,scripts}/**/*.proof.test.ts'],
          testTimeout: 180_000,
        },
      },
      {
        // Attacks the built product, which runs behind a real nginx with its sandbox.
        test: {
          name: 'security',
          include: ['security/**/*.test.ts'],
          globalSetup: ['security/testing/globalSetup.ts'],
          environment: 'node',
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'client',
          include: ['client/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
