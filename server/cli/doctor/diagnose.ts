import { drizzle } from '#server/database/drizzle.ts';
import { Pool } from 'pg';
import type { PoolConfig } from 'pg';
import * as z from 'zod';
import { EnvError, isWebAlone, parseEnv } from '#server/config/env.ts';
import type { Env } from '#server/config/env.ts';
import { canEnter } from '#server/database/embedded/folder/closedFolder.ts';
import { databaseFolderOf } from '#server/database/embedded/folder/databaseFolder.ts';
import { isFolderInUse } from '#server/database/embedded/folder/folderLock.ts';
import { refuseUnreadable } from '#server/database/embedded/folder/explainRefusal.ts';
import { checkPages } from '#server/database/embedded/storage/checkPages.ts';
import type { PageReport } from '#server/database/embedded/storage/checkPages.ts';
import { inspectDatabaseFolder } from '#server/database/embedded/folder/inspectDatabaseFolder.ts';
import { joinEmbedded } from '#server/database/embedded/startEmbedded.ts';
import * as schema from '#server/database/schema.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import { ask, isSilence } from '#server/modules/operator/questions/ask.ts';
import { checkResult, defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';
import { judgeEmbeddedAge } from '#server/modules/operator/checks/database.ts';
import { checkInEffect } from '#server/modules/operator/checks/inEffect.ts';
import type { Running } from '#server/modules/operator/checks/inEffect.ts';
import { checkKey } from '#server/modules/operator/checks/key.ts';
import { checkDelivery } from '#server/modules/operator/checks/mail.ts';
import { checkSettings, toFaultyEnvironment } from '#server/modules/operator/checks/settings.ts';
import {
  answerHeader,
  createInstallationProof,
  questionHeader,
} from '#server/modules/operator/questions/installationProof.ts';
import { checksPaths } from '#server/modules/operator/operatorPages.ts';
import { ownOrigins } from '#server/modules/operator/questions/ownOrigins.ts';
import { runInsideChecks } from '#server/modules/operator/runInsideChecks.ts';
import { runOutsideChecks } from '#server/modules/operator/runOutsideChecks.ts';
import { settingsPath, settingsReport } from '#server/modules/operator/settingsReport.ts';
import { withoutConsequences } from '#server/modules/operator/withoutConsequences.ts';
import { createPlatformRegistry } from '#server/providers/registry.ts';

export type DiagnoseOptions = {
  /** The environment, as a start would read it. */
  source: Record<string, string | undefined>;
  /** The recipient of a test mail. */
  mailTo: string | null;
  now: () => Date;
  logger: Logger;
  root: string;
  readFreeBytes: (folder: string) => Promise<number>;
};

const database = defineCheck('Data', 'data.reach', 'Database');
const memory = defineCheck('Machine', 'machine.memory', 'Memory');

/** The limit for the checks inside a process. */
const processTimeoutMs = 15_000;
const queryTimeoutMs = 5_000;

type Asked<T> = { origin: string | null; path: string; answers: z.ZodType<T> };

/** The running process's own report; null when no process of this installation answers. */
const askProcess = async <T>(keys: readonly string[], { origin, path, answers }: Asked<T>): Promise<T | null> => {
  if (origin === null || keys.length === 0) return null;
  const proof = createInstallationProof(keys);
  const question = proof.ask(path);
  const answer = await ask(origin + path, {
    headers: { [questionHeader]: question.header },
    timeoutMs: processTimeoutMs,
  });
  if (isSilence(answer) || !proof.isAnswer(question, answer.text, answer.headers.get(answerHeader))) return null;
  return answers.parse(JSON.parse(answer.text));
};

const askForChecks = (
  env: Env,
  keys: readonly string[],
  path: (typeof checksPaths)[keyof typeof checksPaths],
): Promise<CheckResult[] | null> =>
  askProcess(keys, { origin: ownOrigins(env).api, path, answers: z.array(checkResult) });

const findRunning = async (env: Env, keys: readonly string[]): Promise<Running> => {
  const origin = ownOrigins(env).settings;
  const report = await askProcess(keys, { origin, path: settingsPath, answers: settingsReport });
  const canLook = env.DATABASE_URL === undefined && (await canEnter(env.DATA_DIR));
  return { report, isFolderInUse: canLook && (await isFolderInUse(env.DATA_DIR)) };
};

/** Without NODE_ENV, assume `npm start` or the service, which set it to production. */
const asStarted = (source: DiagnoseOptions['source']): DiagnoseOptions['source'] => ({
  ...source,
  NODE_ENV: source['NODE_ENV']?.trim() || 'production',
});

/** Checks a database over one separate connection. */
const checkDatabase = async (
  { now, logger }: DiagnoseOptions,
  env: Env,
  keys: readonly string[],
  config: PoolConfig,
): Promise<CheckResult[]> => {
  const pool = new Pool({ ...config, max: 1 });
  // A broken connection fails the query that uses it.
  pool.on('error', (error) => logger.debug({ area: 'doctor', err: error }, 'a database connection broke'));
  try {
    const db = drizzle(pool, { schema });
    return await runInsideChecks({ env, pool, db, keys, platforms: createPlatformRegistry(env, logger), now });
  } finally {
    await pool.end();
  }
};

/** Checks the database of a server, with or without a running process. */
const checkServer = (
  options: DiagnoseOptions,
  env: Env & { DATABASE_URL: string },
  keys: readonly string[],
): Promise<CheckResult[]> =>
  checkDatabase(options, env, keys, {
    connectionString: env.DATABASE_URL,
    connectionTimeoutMillis: queryTimeoutMs,
    query_timeout: queryTimeoutMs,
  });

const judgePages = (folder: string, report: PageReport): CheckResult => {
  const next = 'Start Leadlight and run this again.';
  switch (report.state) {
    case 'damaged':
      return toFault(refuseUnreadable(folder, report.found));
    case 'unclean':
      return database.note(`${folder} is complete, and was not stopped in order: the next start repairs it.`, next);
    case 'sound':
      return database.note(
        `${folder} is complete, and ${report.isComplete ? 'all' : 'the first'} ${report.pages} pages match their checksums. Its content is checked only while Leadlight runs.`,
        next,
      );
    default:
      return report satisfies never;
  }
};

/** A refusal of a start: the finding, then what to do. */
const toFault = ({ message }: StartRefusedError): CheckResult => {
  const [, found = message, remedy = ''] = /^(.*?\.)\s+(.*)$/s.exec(message) ?? [];
  return database.fault(found, remedy.replaceAll(/\s*\n\s*/g, '; ').replaceAll(/ +/g, ' '));
};

/**
 * Checks the embedded database: through the socket of a running process, otherwise only its folder, because opening a
 * database writes to it.
 */
const checkEmbedded = async (options: DiagnoseOptions, env: Env, keys: readonly string[]): Promise<CheckResult[]> => {
  if (await isFolderInUse(env.DATA_DIR)) {
    const { connection } = await joinEmbedded(env.DATA_DIR);
    return checkDatabase(options, env, keys, {
      ...connection,
      connectionTimeoutMillis: queryTimeoutMs,
      query_timeout: queryTimeoutMs,
    });
  }
  try {
    const hasDatabase = await inspectDatabaseFolder(env.DATA_DIR);
    return [
      hasDatabase
        ? judgePages(databaseFolderOf(env.DATA_DIR), await checkPages(databaseFolderOf(env.DATA_DIR)))
        : database.note('There is none yet: the first start creates it.'),
      judgeEmbeddedAge(options.now()),
    ];
  } catch (error) {
    if (!(error instanceof StartRefusedError)) throw error;
    return [toFault(error), judgeEmbeddedAge(options.now())];
  }
};

const isServerEnv = (env: Env): env is Env & { DATABASE_URL: string } => env.DATABASE_URL !== undefined;

const checkInside = async (options: DiagnoseOptions, env: Env, keys: readonly string[]): Promise<CheckResult[]> => {
  if (isWebAlone(env))
    return [database.skipped('The web role has no database: run this on the machine of the API too.')];
  const ofProcess = await askForChecks(env, keys, checksPaths.inside);
  const ofMemory = ofProcess?.filter(({ id }) => id === 'machine.memory') ?? [
    memory.skipped('No running process answered.'),
  ];
  if (isServerEnv(env)) return [...(await checkServer(options, env, keys)), ...ofMemory];
  return ofProcess ?? [...(await checkEmbedded(options, env, keys)), ...ofMemory];
};

const product = defineCheck('Public address', 'address.product', 'Running process');

/** Runs every check that this environment allows. Each check has its own time limit. */
export const diagnose = async (options: DiagnoseOptions): Promise<CheckResult[]> => {
  const { source, mailTo, now, logger, root, readFreeBytes } = options;
  let own: Env;
  try {
    own = parseEnv(asStarted(source));
  } catch (error) {
    if (error instanceof EnvError) return [toFaultyEnvironment(error.faults)];
    throw error;
  }
  const { keys, result: ofKey } = await checkKey(own);
  const running = await findRunning(own, keys);
  const inEffect = checkInEffect(own, keys, running);
  // Checks the running process, if there is one, instead of the doctor's own shell.
  const env: Env = running.report ? { ...own, NODE_ENV: running.report.mode, SANDBOX: running.report.hasSandbox } : own;
  if (env.SANDBOX) {
    // Only the process that runs the sandbox knows the sandbox's address and keys.
    const all = await askForChecks(env, keys, checksPaths.all);
    const away = product.note('Leadlight does not run here.', 'Start it and run this again.');
    return [...(all ?? [...checkSettings(env), ofKey, away]), inEffect];
  }
  const [outside, inside] = await Promise.all([
    runOutsideChecks({ env, keys, now, logger, root, readFreeBytes }),
    checkInside(options, env, keys),
  ]);
  const mailed = mailTo === null ? [] : [await checkDelivery(env, mailTo)];
  return withoutConsequences([ofKey, ...outside, inEffect, ...inside, ...mailed]);
};
