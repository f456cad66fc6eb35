import type { Pool } from 'pg';
import type { PlatformId } from '#shared/platforms.ts';
import { isWebAlone } from '#server/config/env.ts';
import type { Env } from '#server/config/env.ts';
import type { Database } from '#server/database/Database.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { createPlatformRegistry } from '#server/providers/registry.ts';
import type { CheckResult } from './Check.ts';
import { checkBackups } from './checks/backups.ts';
import { checkCertificate } from './checks/certificate.ts';
import { checkClock } from './checks/clock.ts';
import { checkDatabase, judgeFailure } from './checks/database.ts';
import { checkFacebook } from './checks/facebook.ts';
import { checkGoogle } from './checks/google.ts';
import { checkKey, checkSealed } from './checks/key.ts';
import { checkDisk, checkFolder } from './checks/machine.ts';
import { checkLeadCounts } from './checks/leadCounts.ts';
import { checkMail } from './checks/mail.ts';
import { checkPublicAddress } from './checks/publicAddress.ts';
import { checkQueue } from './checks/queue.ts';
import { checkSettings } from './checks/settings.ts';
import { checkSockets } from './checks/sockets.ts';
import { checkTikTok } from './checks/tiktok.ts';
import { checkWebhooks } from './checks/webhooks.ts';

export type CheckOptions = {
  env: Env;
  now: () => Date;
  logger: Logger;
  readFreeBytes: (folder: string) => Promise<number>;
};

type DataOptions = { env: Env; pool: Pool; db: Database; keys: readonly string[]; now: Date };

/** The checks that need an open database. They write nothing. */
export const checkData = async ({ env, pool, db, keys, now }: DataOptions): Promise<CheckResult[]> => {
  try {
    const { results, isReadable } = await checkDatabase(pool, env);
    if (!isReadable) return results;
    const isCurrent = results.some(({ id, state }) => id === 'data.migrations' && state === 'ok');
    return [
      ...results,
      // The tables of another version may differ.
      ...(isCurrent ? [await checkLeadCounts(pool)] : []),
      // Another check reports a missing key.
      ...(keys.length === 0 ? [] : [await checkSealed(db, keys)]),
      await checkBackups(db, env, now),
      ...(await checkQueue(pool)),
    ];
  } catch (error) {
    return [judgeFailure(error, env)];
  }
};

/** The public address: HTTP requests and sockets through it. */
const checkPath = async (env: Env, keys: readonly string[], now: Date): Promise<CheckResult[]> => {
  const [certificate, address] = await Promise.all([
    checkCertificate(env.PUBLIC_URL, now),
    checkPublicAddress(env, keys),
  ]);
  if (!address.isReached) return [...certificate, ...address.results];
  const along = await Promise.all([checkSockets(env.PUBLIC_URL), checkWebhooks(env)]);
  return [...certificate, ...address.results, ...along.flat()];
};

/** The platforms and the mail server; the sandbox simulates all of them. */
const checkServices = (env: Env, logger: Logger): Promise<CheckResult[]>[] => {
  if (env.SANDBOX) return [];
  const platforms = createPlatformRegistry(env, logger);
  const ofPlatform: Record<PlatformId, Promise<CheckResult[]>> = {
    google: checkGoogle(env, platforms, logger),
    facebook: checkFacebook(env, platforms),
    tiktok: checkTikTok(env),
  };
  return [...Object.values(ofPlatform), checkMail(env).then((result) => [result])];
};

/** Runs every check. `ofData` is the result of the database checks; the role web has none. */
export const runChecks = async (
  { env, now, logger, readFreeBytes }: CheckOptions,
  ofData: (keys: readonly string[]) => Promise<CheckResult[]>,
): Promise<CheckResult[]> => {
  const { keys, result: ofKey } = await checkKey(env);
  const groups = await Promise.all([
    isWebAlone(env) ? [] : ofData(keys),
    checkPath(env, keys, now()),
    ...checkServices(env, logger),
    Promise.all([checkFolder(env), checkDisk(env, readFreeBytes), checkClock(env, now)]),
  ]);
  return [...checkSettings(env), ofKey, ...groups.flat()];
};
