import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import type { Queryable } from '#server/database/Database.ts';
import type { SecretBox } from '#server/lib/crypto/SecretBox.ts';
import { countSealedByKey } from './sealedValues.store.ts';

/** Stored tokens or erasure requests that no configured key opens. */
export class KeyMissingError extends StartRefusedError {
  override readonly name = 'KeyMissingError';
}

/**
 * A start with the wrong key would seem to work, and then lose every connection: sealed tokens could not be refreshed,
 * and erasure requests could not be read.
 * @throws KeyMissingError that names the key and says what to do
 */
export const requireKeys = async (db: Queryable, secrets: Pick<SecretBox, 'keyIds'>): Promise<void> => {
  const counts = await countSealedByKey(db);
  const missing = [...counts].filter(([id]) => !secrets.keyIds.includes(id));
  if (missing.length === 0) return;
  const list = missing.map(([id, count]) => `${id} (${count})`).join(', ');
  throw new KeyMissingError(
    [
      `Tokens, or deletions that wait, are stored that were encrypted with a key which is not configured. Its id, and how many: ${list}.`,
      `Configured: ${secrets.keyIds.join(', ')}.`,
      'Add that key to ENCRYPTION_KEY behind a comma (or to DATA_DIR/encryption.key on a line of its own); every backup holds it.',
      'If it is lost for good, "npm run new-key -- --forget-tokens" drops them; people then connect their platforms again.',
    ].join('\n'),
  );
};
