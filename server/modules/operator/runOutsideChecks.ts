import type { PlatformId } from '#shared/platforms.ts';
import type { Env } from '#server/config/env.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { productVersion } from '#server/lib/productVersion.ts';
import { createPlatformRegistry } from '#server/providers/registry.ts';
import { describeSilence } from './questions/ask.ts';
import { defineCheck } from './Check.ts';
import type { CheckResult } from './Check.ts';
import { checkCertificate } from './checks/certificate.ts';
import { checkClock } from './checks/clock.ts';
import { checkFacebook } from './checks/facebook.ts';
import { checkGoogle } from './checks/google.ts';
import { checkBuild, checkDisk, checkFolder } from './checks/machine.ts';
import { checkMail } from './checks/mail.ts';
import { checkPublicAddress } from './checks/publicAddress.ts';
import { checkSettings } from './checks/settings.ts';
import { checkSockets } from './checks/sockets.ts';
import { checkTikTok } from './checks/tiktok.ts';
import { checkWebhooks } from './checks/webhooks.ts';
import { createInstallationProof } from './questions/installationProof.ts';
import type { InstallationProof } from './questions/installationProof.ts';
import { ownOrigins } from './questions/ownOrigins.ts';
import { probe } from './questions/probe.ts';

export type OutsideOptions = {
  env: Env;
  /** None, because nothing is known about the server behind an address. */
  keys: readonly string[];
  now: () => Date;
  logger: Logger;
  /** Where the product is installed. */
  root: string;
  readFreeBytes: (folder: string) => Promise<number>;
};

const product = defineCheck('Public address', 'address.product', 'Running process');
const reach = defineCheck('Public address', 'address.reach', 'PUBLIC_URL');

type Running = { result: CheckResult; state: 'ours' | 'foreign' | 'away' };

const findRunning = async (env: Env, proof: InstallationProof): Promise<Running> => {
  const { site } = ownOrigins(env);
  if (site === null)
    return { state: 'away', result: product.skipped('A worker answers nobody: run this where the API is, too.') };
  const outcome = await probe(site, proof);
  if (outcome.kind === 'silent')
    return {
      state: 'away',
      result: product.note(
        `Leadlight does not run here: ${describeSilence(outcome.silence)}, at ${site}.`,
        'What needs it to run is skipped. Start it, and run this again.',
      ),
    };
  if (outcome.kind === 'foreign')
    return {
      state: 'foreign',
      result: product.fault(
        `Something answers at ${site} that does not know the key of this environment (status ${outcome.answer.status}).`,
        'Set `PORT` to one that is free, or start Leadlight with the `ENCRYPTION_KEY` of this environment.',
      ),
    };
  if (outcome.seen.version !== productVersion)
    return {
      state: 'ours',
      result: product.warning(
        `Version ${outcome.seen.version} runs, and ${productVersion} is installed.`,
        'Restart Leadlight.',
      ),
    };
  return { state: 'ours', result: product.ok(`Version ${productVersion} runs.`) };
};

/** The path from outside: certificate, PUBLIC_URL, and the requests through it. */
const checkWay = async ({ env, keys, now }: OutsideOptions): Promise<CheckResult[]> => {
  if (keys.length === 0)
    return [reach.skipped('Without the key of the installation nobody can tell what is behind it.')];
  const proof = createInstallationProof(keys);
  const [running, certificate, address] = await Promise.all([
    findRunning(env, proof),
    checkCertificate(env.PUBLIC_URL, now()),
    checkPublicAddress(env, proof),
  ]);
  if (address.isReached) {
    const along = await Promise.all([checkSockets(env.PUBLIC_URL), checkWebhooks(env)]);
    // Other instances may run while this one does not.
    return [running.result, ...certificate, ...address.results, ...along.flat()];
  }
  if (running.state === 'ours') return [running.result, ...certificate, ...address.results];
  return [running.result, ...certificate, reach.skipped('No process of this installation was found.')];
};

/** Checks of the environment and of the services outside. */
export const runOutsideChecks = async (options: OutsideOptions): Promise<CheckResult[]> => {
  const { env, now, logger, root, readFreeBytes } = options;
  const platforms = createPlatformRegistry(env, logger);
  const ofPlatforms: Record<PlatformId, Promise<CheckResult[]>> = {
    google: checkGoogle(env, platforms, logger),
    facebook: checkFacebook(env, platforms),
    tiktok: checkTikTok(env),
  };
  const groups = await Promise.all([
    ...Object.values(ofPlatforms),
    checkWay(options),
    checkMail(env).then((result) => [result]),
    Promise.all([checkFolder(env), checkDisk(env, readFreeBytes), checkBuild(env, root), checkClock(env, now)]),
  ]);
  return [...checkSettings(env), ...groups.flat()];
};
