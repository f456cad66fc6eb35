import { createHmac, hkdfSync, KeyObject } from 'node:crypto';
import * as z from 'zod';
import { variableNames } from '#server/config/env.ts';
import type { Env } from '#server/config/env.ts';
import { keyIdOf } from '#server/lib/crypto/aesSecretBox.ts';

/** Where a process reports the settings with which it was started. */
export const settingsPath = '/operator/settings';

export const settingsReport = z.strictObject({
  mode: z.enum(['development', 'production', 'test']),
  hasSandbox: z.boolean(),
  /** The key of this installation for the fingerprints. */
  keyId: z.string(),
  /** By the name of the variable; they reveal no value. */
  fingerprints: z.record(z.string(), z.string()),
});
export type SettingsReport = z.output<typeof settingsReport>;

/** Chosen per process: by npm start, the service, or the command line of one of several roles. */
const chosenPerProcess = new Set(['NODE_ENV', 'ROLES']);
/** Set by a process with SANDBOX itself. */
const setBySandbox = /^(?:GOOGLE|FACEBOOK|TIKTOK)_|^(?:SMTP_URL|MAIL_FROM)$/;

const toText = (value: unknown): string =>
  JSON.stringify(value, (_name, each: unknown) =>
    each instanceof KeyObject ? each.export({ type: 'pkcs8', format: 'pem' }) : each,
  ) ?? '';

/** A fingerprint of each setting. Without the key of the installation, secrets cannot be guessed from it. */
const readFingerprints = (env: Env, key: string): Record<string, string> => {
  const settings: Readonly<Record<string, unknown>> = env;
  const secret = Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), '', 'leadlight settings', 32));
  return Object.fromEntries(
    variableNames
      .filter((name) => !chosenPerProcess.has(name) && !(env.SANDBOX && setBySandbox.test(name)))
      .map((name) => [
        name,
        createHmac('sha256', secret)
          .update(`${name}=${toText(settings[name])}`)
          .digest('base64url'),
      ]),
  );
};

export const reportSettings = (env: Env, key: string): SettingsReport => ({
  mode: env.NODE_ENV,
  hasSandbox: env.SANDBOX,
  keyId: keyIdOf(key),
  fingerprints: readFingerprints(env, key),
});

/** The settings of `env` that differ from those of the running process; null when they cannot be compared. */
export const findChanged = (
  { keyId, fingerprints }: SettingsReport,
  env: Env,
  keys: readonly string[],
): string[] | null => {
  const key = keys.find((each) => keyIdOf(each) === keyId);
  if (key === undefined) return null;
  const present = readFingerprints(env, key);
  return Object.keys(present).filter(
    (name) => fingerprints[name] !== undefined && fingerprints[name] !== present[name],
  );
};
