import type { Pool } from 'pg';
import type { Env } from '#server/config/env.ts';
import type { Database } from '#server/database/Database.ts';
import type { PlatformRegistry } from '#server/providers/AdPlatform.ts';
import { defineCheck } from './Check.ts';
import type { CheckResult } from './Check.ts';
import { checkBackups } from './checks/backups.ts';
import { checkConnections } from './checks/connections.ts';
import { checkDatabase } from './checks/database.ts';
import { checkEvents } from './checks/events.ts';
import { checkSealed, sealed } from './checks/key.ts';
import { checkQueue } from './checks/queue.ts';

export type InsideOptions = {
  env: Env;
  pool: Pool;
  db: Database;
  keys: readonly string[];
  platforms: PlatformRegistry;
  now: () => Date;
};

/** The limit for all checks together; a slower database is a fault by itself. */
const timeLimitMs = 8_000;

const codeOf = (error: unknown): string => {
  const cause: unknown = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
};

/** Another check reports missing or inaccessible tables. */
const orSkipped = async (
  check: ReturnType<typeof defineCheck>,
  run: () => Promise<CheckResult[]>,
): Promise<CheckResult[]> => {
  try {
    return await run();
  } catch (error) {
    return [check.skipped(`It could not be read${codeOf(error)}, see Database, Tables and Rights.`)];
  }
};

const checkAll = async ({ env, pool, db, keys, platforms, now }: InsideOptions): Promise<CheckResult[]> => {
  const { results, hasTables } = await checkDatabase(pool, env, now);
  if (!hasTables) return results;
  return [
    ...results,
    ...(env.DATABASE_LISTEN_URL === undefined ? [] : [await checkEvents(pool, env.DATABASE_LISTEN_URL)]),
    ...(await orSkipped(sealed, async () => [await checkSealed(db, keys)])),
    ...(await orSkipped(defineCheck('Data', 'data.backups', 'Daily backup'), async () => [
      await checkBackups(db, env, now()),
    ])),
    ...(await orSkipped(defineCheck('Jobs', 'jobs.worker', 'Worker'), () => checkQueue(pool))),
    ...(await orSkipped(defineCheck('Data', 'data.connections-of-people', 'Connections of people'), () =>
      checkConnections(pool, platforms),
    )),
  ];
};

/** The checks that need an open database. They write nothing. */
export const runInsideChecks = async (options: InsideOptions): Promise<CheckResult[]> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<CheckResult[]>((resolve) => {
    const check = defineCheck('Data', 'data.reach', 'Database');
    const found = `It has not answered within ${timeLimitMs / 1000} s`;
    const result = options.env.DATABASE_URL
      ? check.fault(`${found}.`, 'Look after the server of `DATABASE_URL`, and what it is busy with.')
      : check.skipped(`${found}: it is busy. Run this again; if it stays so, restart Leadlight.`);
    timer = setTimeout(() => resolve([result]), timeLimitMs);
  });
  try {
    return await Promise.race([checkAll(options), silence]);
  } finally {
    clearTimeout(timer);
  }
};
