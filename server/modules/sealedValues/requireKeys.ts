import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import type { Queryable } from '#server/database/Database.ts';
import type { SecretBox } from '#server/lib/crypto/SecretBox.ts';
import { countSealedByKey } from './sealedValues.store.ts';

/** Tokens, or requests of people to be deleted, are stored that no configured key opens. */
export class KeyMissingError extends StartRefusedError {
  override readonly name = 'KeyMissingError';
}

/**
 * A start with the wrong key would look well, and then lose every connection: what cannot be opened cannot be renewed, and
 * who is to be deleted cannot be looked for.
 * @throws KeyMissingError that says which key it is, and what to do
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
