import { existsSync } from 'node:fs';
import { isWebAlone } from '#server/config/env.ts';
import type { Env } from '#server/config/env.ts';
import { encryptionKeyFile, findEncryptionKeys, keyFilePath } from '#server/config/encryptionKeys.ts';
import type { Queryable } from '#server/database/Database.ts';
import { canEnter, isClosed, openingAdvice } from '#server/database/embedded/folder/closedFolder.ts';
import { databaseFolderOf } from '#server/database/embedded/folder/databaseFolder.ts';
import { keyIdOf } from '#server/lib/crypto/aesSecretBox.ts';
import { countSealedByKey } from '#server/modules/operator/sealedValues/sealedValues.store.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';

const key = defineCheck('Data', 'data.key', 'Encryption key');
export const sealed = defineCheck('Data', 'data.sealed', 'Encrypted tokens');

/** The file exists, but this process may not read it. */
const judgeClosedKey = async (env: Env, code: string): Promise<CheckResult> =>
  (await canEnter(env.DATA_DIR))
    ? key.fault(`${keyFilePath(env)} cannot be read (${code}).`, openingAdvice(code, env.DATA_DIR))
    : key.skipped('It is in DATA_DIR, which this process may not enter, see Data folder.');

export type KeyOutcome = { keys: string[]; result: CheckResult };

/** The keys of this environment, without creating one. */
export const checkKey = async (env: Env): Promise<KeyOutcome> => {
  try {
    const keys = await findEncryptionKeys(env);
    if (keys.length > 0) {
      const from = env.ENCRYPTION_KEY ? 'ENCRYPTION_KEY is set' : `${encryptionKeyFile} in DATA_DIR`;
      return { keys, result: key.ok(`${keys.length === 1 ? 'One key' : `${keys.length} keys`} (${from}).`) };
    }
  } catch (error) {
    if (isClosed(error)) return { keys: [], result: await judgeClosedKey(env, error.code) };
    return {
      keys: [],
      result: key.fault(
        error instanceof Error ? `${error.message}.` : 'The file of the key cannot be read.',
        `The file is \`${encryptionKeyFile}\` in \`DATA_DIR\`; \`ENCRYPTION_KEY\` takes its place.`,
      ),
    };
  }
  if (isWebAlone(env)) return { keys: [], result: key.ok('Not needed for the role web.') };
  if (!existsSync(databaseFolderOf(env.DATA_DIR)))
    return { keys: [], result: key.note('None yet: the first start creates one.') };
  return {
    keys: [],
    result: key.fault(
      'There is a database, but no key for it.',
      `Put \`${encryptionKeyFile}\` from your backup back into \`DATA_DIR\`, mode 600, or set \`ENCRYPTION_KEY\` to its text. A new one opens nothing.`,
    ),
  };
};

const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Checks whether the keys decrypt the stored values. A key's id reveals nothing about the key. */
export const checkSealed = async (db: Queryable, keys: readonly string[]): Promise<CheckResult> => {
  const counts = await countSealedByKey(db);
  const [current, ...older] = keys.map(keyIdOf);
  const unknown = new Map([...counts].filter(([id]) => id !== current && !older.includes(id)));
  if (unknown.size > 0)
    return sealed.fault(
      `${total(unknown)} of ${total(counts)} are encrypted with a missing key: ${[...unknown.keys()].join(', ')}.`,
      'Add that key to `ENCRYPTION_KEY` behind a comma (every backup contains it). If it is lost for good, `npm run new-key -- --forget-tokens`.',
    );
  const behind = total(new Map([...counts].filter(([id]) => id !== current)));
  if (behind > 0)
    return sealed.note(
      `${behind} of ${total(counts)} are still encrypted with an older key.`,
      'Leave the older keys in `ENCRYPTION_KEY`: the worker re-encrypts values with the first key, and pending deletions are completed.',
    );
  if (older.length > 0)
    return sealed.note(
      'All of them are encrypted with the first key.',
      `The other ${older.length === 1 ? 'key' : `${older.length} keys`} can be taken out of \`ENCRYPTION_KEY\`.`,
    );
  return sealed.ok(`${total(counts)}, all of them can be opened.`);
};
