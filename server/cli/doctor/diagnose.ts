import { drizzle } from '#server/database/drizzle.ts';
import { Pool } from 'pg';
import type { ClientConfig } from 'pg';
import { EnvError, parseEnv } from '#server/config/env.ts';
import type { Env } from '#server/config/env.ts';
import { databaseFolderOf } from '#server/database/embedded/folder/databaseFolder.ts';
import { isFolderInUse } from '#server/database/embedded/folder/folderLock.ts';
import { inspectDatabaseFolder } from '#server/database/embedded/folder/inspectDatabaseFolder.ts';
import { joinEmbedded } from '#server/database/embedded/startEmbedded.ts';
import * as schema from '#server/database/schema.ts';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';
import { judgeFailure, reach } from '#server/modules/operator/checks/database.ts';
import { checkDelivery } from '#server/modules/operator/checks/mail.ts';
import { toFaultyEnvironment } from '#server/modules/operator/checks/settings.ts';
import { checkData, runChecks } from '#server/modules/operator/runChecks.ts';
import type { CheckOptions } from '#server/modules/operator/runChecks.ts';

export type DiagnoseOptions = Omit<CheckOptions, 'env'> & {
  /** The environment, as a start would read it. */
  source: Record<string, string | undefined>;
  /** The recipient of a test mail. */
  mailTo: string | null;
};

const queryTimeoutMs = 5_000;

/** Without NODE_ENV, assume `npm start` or the service, which set it to production. */
const asStarted = (source: DiagnoseOptions['source']): DiagnoseOptions['source'] => ({
  ...source,
  NODE_ENV: source['NODE_ENV']?.trim() || 'production',
});

/** Only the folder of a stopped database is inspected, because opening a database writes to it. */
const checkStopped = async (dataDir: string): Promise<CheckResult[]> => {
  try {
    return (await inspectDatabaseFolder(dataDir))
      ? [reach.note(`${databaseFolderOf(dataDir)} is complete.`, 'Start Leadlight and run this again.')]
      : [reach.note('There is none yet: the first start creates it.')];
  } catch (error) {
    if (!(error instanceof StartRefusedError)) throw error;
    // The finding, then its remedy.
    const [, found = error.message, remedy = ''] = /^(.*?\.)\s+(.*)$/s.exec(error.message) ?? [];
    return [reach.fault(found, remedy.replaceAll(/\s*\n\s*/g, '; ').replaceAll(/ +/g, ' '))];
  }
};

/** Checks a database over one separate connection. */
const checkDatabaseOf = async (
  { now, logger }: DiagnoseOptions,
  env: Env,
  keys: readonly string[],
): Promise<CheckResult[]> => {
  let config: ClientConfig = { connectionString: env.DATABASE_URL };
  if (env.DATABASE_URL === undefined) {
    try {
      if (!(await isFolderInUse(env.DATA_DIR))) return await checkStopped(env.DATA_DIR);
      config = (await joinEmbedded(env.DATA_DIR)).connection;
    } catch (error) {
      return [judgeFailure(error, env)];
    }
  }
  const pool = new Pool({
    ...config,
    max: 1,
    connectionTimeoutMillis: queryTimeoutMs,
    query_timeout: queryTimeoutMs,
  });
  // A broken connection fails the query that uses it.
  pool.on('error', (error) => logger.debug({ area: 'doctor', err: error }, 'a database connection broke'));
  try {
    return await checkData({ env, pool, db: drizzle(pool, { schema }), keys, now: now() });
  } finally {
    await pool.end();
  }
};

/** Runs every check that this environment allows. Each check has its own time limit. */
export const diagnose = async (options: DiagnoseOptions): Promise<CheckResult[]> => {
  let env: Env;
  try {
    env = parseEnv(asStarted(options.source));
  } catch (error) {
    if (error instanceof EnvError) return [toFaultyEnvironment(error.faults)];
    throw error;
  }
  const results = await runChecks({ ...options, env }, (keys) => checkDatabaseOf(options, env, keys));
  return options.mailTo === null ? results : [...results, await checkDelivery(env, options.mailTo)];
};
