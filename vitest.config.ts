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
    projects: [
      {
        test: {
          name: 'unit',
          include: ['server/**/*.test.ts', 'shared/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts'],
          environment: 'node',
          testTimeout: 20_000,
        },
      },
      { test: { ...integration, name: 'integration', globalSetup: ['server/testing/embeddedSetup.ts'] } },
      { test: { ...integration, name: 'integration-postgres', globalSetup: ['server/testing/postgresSetup.ts'] } },
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
