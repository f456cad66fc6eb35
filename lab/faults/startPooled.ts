import { startPgbouncer } from '#testing/database/startPgbouncer.ts';
import type { TestPgbouncer } from '#testing/database/startPgbouncer.ts';
import type { ScenarioContext } from './Scenario.ts';

export type Pooled = {
  /** The address of the server itself. */
  serverUrl: string;
  pgbouncer: TestPgbouncer;
  /** Variables of `.env` with which all but one connection of a process go through the pooler. */
  variables: Record<'DATABASE_URL' | 'DATABASE_LISTEN_URL', string>;
};

/** Starts PostgreSQL and PgBouncer in front of it. */
export const startPooled = async (context: ScenarioContext, options: { poolSize: number }): Promise<Pooled> => {
  const { url: serverUrl } = await context.startPostgres();
  const pgbouncer = await startPgbouncer(serverUrl, options);
  context.onEnd(() => pgbouncer.stop());
  const variables = { DATABASE_URL: pgbouncer.through(serverUrl), DATABASE_LISTEN_URL: serverUrl };
  return { serverUrl, pgbouncer, variables };
};
