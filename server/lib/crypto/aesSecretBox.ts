import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { SecretBox } from './SecretBox.ts';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
const version = 'v1';

type Key = { id: string; bytes: Buffer };

const readKey = (text: string): Key => {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== keyBytes) throw new Error('An encryption key is 32 bytes in base64');
  // Identifies a key without revealing any of it.
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
};

/** The id in sealed texts that identifies the key to open them. */
export const keyIdOf = (key: string): string => readKey(key).id;

/** Prefix of all texts sealed with a key. */
export const sealedPrefix = (keyId: string): string => `${version}.${keyId}.`;

/** A sealed text that cannot be opened: changed, from another place, or its key is gone. Holds neither text nor key. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
}

/**
 * Encrypts with AES-256-GCM as `v1.<key id>.<iv>.<cipher text and tag>`, the last two in base64url. The first key seals,
 * all of them open, so a new key is put in front and the old one is dropped once nothing is sealed with it.
 * @param keys 32 bytes in base64 each, at least one
 */
export const createSecretBox = (keys: readonly string[]): SecretBox => {
  const known = keys.map(readKey);
  const [current, ...others] = known;
  if (!current) throw new Error('A secret box needs at least one key');

  return {
    keyIds: [current.id, ...others.map(({ id }) => id)],

    seal: (plainText, place) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, current.bytes, iv, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(place, 'utf8'));
      const sealed = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${sealedPrefix(current.id)}${iv.toString('base64url')}.${sealed.toString('base64url')}`;
    },

    open: (sealed, place) => {
      const [sealedVersion, keyId, iv, body, ...rest] = sealed.split('.');
      if (sealedVersion !== version || iv === undefined || body === undefined || rest.length > 0) {
        throw new SecretBoxError('This is not a sealed text');
      }
      const key = known.find((each) => each.id === keyId);
      if (!key) throw new SecretBoxError(`Sealed with a key that ENCRYPTION_KEY does not hold (id ${keyId})`);
      const bytes = Buffer.from(body, 'base64url');
      try {
        const decipher = createDecipheriv(algorithm, key.bytes, Buffer.from(iv, 'base64url'), {
          authTagLength: tagBytes,
        });
        decipher.setAAD(Buffer.from(place, 'utf8'));
        decipher.setAuthTag(bytes.subarray(-tagBytes));
        return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8');
      } catch (error) {
        throw new SecretBoxError('A sealed text was changed, or belongs to another place', { cause: error });
      }
    },

    // A separate key, because one key must not serve two algorithms.
    sign: (text) =>
      createHmac('sha256', Buffer.from(hkdfSync('sha256', current.bytes, '', 'leadlight signatures', 32)))
        .update(text)
        .digest(),
  };
};
