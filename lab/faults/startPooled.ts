import { startPgbouncer } from '#testing/database/startPgbouncer.ts';
import type { TestPgbouncer } from '#testing/database/startPgbouncer.ts';
import type { ScenarioContext } from './Scenario.ts';

export type Pooled = {
  /** Direct address of the PostgreSQL server. */
  serverUrl: string;
  pgbouncer: TestPgbouncer;
  /** Variables for `.env`. They route all connections of a process through the pooler, except the listening one. */
  variables: Record<'DATABASE_URL' | 'DATABASE_LISTEN_URL', string>;
};

/** Starts PostgreSQL with PgBouncer in front. */
export const startPooled = async (context: ScenarioContext, options: { poolSize: number }): Promise<Pooled> => {
  const { url: serverUrl } = await context.startPostgres();
  const pgbouncer = await startPgbouncer(serverUrl, options);
  context.onEnd(() => pgbouncer.stop());
  const variables = { DATABASE_URL: pgbouncer.through(serverUrl), DATABASE_LISTEN_URL: serverUrl };
  return { serverUrl, pgbouncer, variables };
};
