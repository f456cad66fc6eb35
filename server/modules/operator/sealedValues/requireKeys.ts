import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import type { Queryable } from '#server/database/Database.ts';
import type { SecretBox } from '#server/lib/crypto/SecretBox.ts';
import { countSealedByKey } from './sealedValues.store.ts';

/** Stored tokens or erasure requests that no configured key can decrypt. */
export class KeyMissingError extends StartRefusedError {
  override readonly name = 'KeyMissingError';
}

/**
 * With the wrong key, Leadlight would appear to work and then lose every connection: tokens could not be refreshed, nor
 * erasure requests read.
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
