import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { idempotencyKeyHeader } from './answerOnce.ts';

const hashes = new WeakMap<IncomingMessage, string>();
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Keeps in mind what a keyed request said, byte by byte, before it is parsed. */
export const noteBody = (request: IncomingMessage, bytes: Uint8Array): void => {
  if (request.headers[idempotencyKeyHeader.toLowerCase()] !== undefined) hashes.set(request, hashOf(bytes));
};

/** SHA-256 of a body that was noted; a request without one has that of nothing. */
export const bodyHashOf = (request: IncomingMessage): string => hashes.get(request) ?? hashOf(new Uint8Array());
