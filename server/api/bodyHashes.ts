import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { idempotencyKeyHeader } from './answerOnce.ts';

const hashes = new WeakMap<IncomingMessage, string>();
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Stores the hash of a keyed request's raw body before it is parsed. */
export const recordBody = (request: IncomingMessage, bytes: Uint8Array): void => {
  if (request.headers[idempotencyKeyHeader.toLowerCase()] !== undefined) hashes.set(request, hashOf(bytes));
};

/** SHA-256 of the recorded body, or of an empty body. */
export const bodyHashOf = (request: IncomingMessage): string => hashes.get(request) ?? hashOf(new Uint8Array());
