import { findEncryptionKeys, keyFilePath } from '#server/config/encryptionKeys.ts';
import type { Env } from '#server/config/env.ts';
import { keyIdOf } from '#server/lib/crypto/aesSecretBox.ts';
import type { CheckedBackup } from '#server/archive/readBackup.ts';

type ChosenKeys = {
  /** The product's keys after the restore. */
  keys: string[];
  /** Whether they have to be written to the key file; otherwise they come from the environment. */
  isForFile: boolean;
  /** Ids of missing keys, without which stored tokens cannot be opened. */
  missingIds: string[];
};

/**
 * The keys that open the tokens of a backup. They have to be in the environment if it sets keys. Otherwise the keys of the
 * backup are appended to the key file.
 */
export const chooseKeys = async (env: Env, { manifest, keys: brought }: CheckedBackup): Promise<ChosenKeys> => {
  const present = await findEncryptionKeys(env);
  const isForFile = !env.ENCRYPTION_KEY;
  const keys = isForFile ? [...new Set([...present, ...brought])] : present;
  const ids = new Set(keys.map(keyIdOf));
  return { keys, isForFile, missingIds: manifest.sealedKeyIds.filter((id) => !ids.has(id)) };
};

/** What the operator has to do before the tokens of a backup can be opened. */
export const explainMissingKeys = (
  env: Env,
  file: string,
  { manifest, isEncrypted }: CheckedBackup,
  missingIds: string[],
): string => {
  const ids = missingIds.join(', ');
  const hasKey = missingIds.every((id) => manifest.keyIds.includes(id));
  const place = env.ENCRYPTION_KEY
    ? 'ENCRYPTION_KEY, after the present one and a comma'
    : `${keyFilePath(env)}, on a separate line`;
  return [
    `The tokens in the backup are encrypted with a key that is not configured here. Its id: ${ids}.`,
    hasKey
      ? `The backup holds it: ${isEncrypted ? `age -d ${file} | tar -xzO encryption.key` : `tar -xzOf ${file} encryption.key`}. Put it into ${place}.`
      : `The backup was written without it. Put it into ${place}.`,
    'If it is lost, restore with --forget-tokens: people then connect their platforms again.',
  ].join('\n');
};
