import { createHash, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

export type SigningKey = { keyId: string; privateKey: KeyObject; publicJwk: Record<string, unknown> };

/** Generates an RSA key and derives its id. */
export const createSigningKey = (): SigningKey => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = publicKey.export({ format: 'jwk' });
  const keyId = createHash('sha256').update(String(jwk.n)).digest('hex').slice(0, 40);
  return { keyId, privateKey, publicJwk: { ...jwk, alg: 'RS256', use: 'sig', kid: keyId } };
};

let processKey: SigningKey | undefined;

/**
 * The key of this process. It survives a reset, so that a product with a cached key set keeps accepting sign-ins.
 */
export const sandboxSigningKey = (): SigningKey => {
  processKey ??= createSigningKey();
  return processKey;
};
