import { createHash, randomBytes } from 'node:crypto';

/** A random id of 24 hex characters, for every record that a request can name. */
export const newId = (): string => randomBytes(12).toString('hex');

export const isId = (value: string): boolean => /^[0-9a-f]{24}$/.test(value);

/** An opaque secret of 256 bits for session tokens and OAuth states. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Hash stored instead of a secret: enough to recognize it, useless for signing in. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
