import { createHash } from 'node:crypto';
import { messages } from '#shared/messages.ts';
import type { Database } from '#server/database/Database.ts';
import { holdLease } from '#server/database/leases/lease.ts';
import { AppError, serverBusy, validationError } from '#server/lib/failures/errors.ts';
import { pollUntil } from '#server/lib/flow/pollUntil.ts';
import { newId } from '#server/lib/ids.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { presentFailure } from './handleErrors.ts';
import { toAppError } from '#server/lib/failures/toAppError.ts';
import {
  extendKey,
  findRequest,
  releaseKey,
  requestLease,
  storeAnswer,
  takeKey,
} from '#server/answers/idempotencyKeys.store.ts';
import type { KeyedRequest, RequestLease } from '#server/answers/idempotencyKeys.store.ts';

/**
 * Handles requests with an `Idempotency-Key`: the first does the work, and all others with the key get its answer. No
 * transaction stays open. If the process dies between work and answer, the next request repeats the work and finds the
 * result by its `effectId`.
 */

export const idempotencyKeyHeader = 'Idempotency-Key';
/** Set on a stored answer. */
export const replayedHeader = 'Idempotency-Replayed';

/** @throws AppError 400 for an invalid key */
export const readIdempotencyKey = (header: string | undefined): string | null => {
  if (header === undefined) return null;
  if (!/^[\x20-\x7e]{1,255}$/.test(header)) throw validationError(messages.validation.invalidIdempotencyKey);
  return header;
};

const hash = (...parts: string[]): string => createHash('sha256').update(parts.join('\n')).digest('hex');

/** Distinguishes requests. For a streamed body only method and path are known. */
export const fingerprintOf = (target: string, bodyHash = 'still unknown'): string => hash(target, bodyHash);

/** The id of a created record: the same for each request with this key, different for others. */
const effectIdOf = ({ userId, key }: KeyedRequest, fingerprint: string): string =>
  hash(userId, fingerprint, key).slice(0, 24);

export type KeyedBody = {
  /** SHA-256 of the body; reads the rest of a stream first. */
  hash(): Promise<string>;
  isStreamed: boolean;
};

type Once = {
  db: Database;
  log: Logger;
  request: KeyedRequest;
  /** Method and path. */
  target: string;
  body: KeyedBody;
  messageAlias: string | undefined;
  /** The answer names no person, so it is stored even if a person is erased meanwhile. */
  namesNobody: boolean;
  /** Ends the wait for another request. */
  signal: AbortSignal | undefined;
  /**
   * Does the work.
   * @returns the answer as JSON
   */
  answer: (effectId: string) => Promise<string>;
};

export type OnceAnswer = { status: number; body: string; isReplay: boolean };

/** Longer than the work of any call. */
const waitMs = 20_000;

const keyReused = (): AppError => new AppError(422, 'IDEMPOTENCY_KEY_REUSED', messages.validation.idempotencyKeyReused);

/** These failures are temporary, so the next attempt does the work again. */
const isPassing = ({ status }: AppError): boolean => status >= 500 || status === 429;

const answerFirst = async (
  { db, log, target, body, messageAlias, namesNobody, answer }: Once,
  lease: RequestLease,
  effectId: string,
): Promise<OnceAnswer> => {
  const remember = async (status: number, text: string): Promise<void> => {
    const fingerprint = fingerprintOf(target, await body.hash());
    // As text: jsonb would reorder the fields.
    await storeAnswer(db, lease, { fingerprint, status, answer: { text } }, { namesNobody });
  };
  const holding = { extend: () => extendKey(db, lease), log: log.child({ area: 'api' }) };
  return holdLease(requestLease, holding, async () => {
    try {
      const text = await answer(effectId);
      await remember(200, text);
      return { status: 200, body: text, isReplay: false };
    } catch (error) {
      const failure = toAppError(error);
      // A refused stream was not read to its end, so it has no fingerprint.
      const settle =
        isPassing(failure) || body.isStreamed
          ? releaseKey(db, lease)
          : remember(failure.status, JSON.stringify(presentFailure(failure, messageAlias)));
      await settle.catch((settling: unknown) =>
        // The lease expires by itself.
        log.warn({ area: 'api', err: settling }, 'the end of a keyed request was not saved'),
      );
      throw error;
    }
  });
};

/**
 * Answers a keyed request by doing its work or with the stored answer. Concurrent requests wait for the first.
 * @throws AppError 422 when the key was used for another request, 503 when the first takes too long, and what the work
 * throws
 */
export const answerOnce = async (once: Once): Promise<OnceAnswer> => {
  const { db, request, target, body, signal } = once;
  const claimed = fingerprintOf(target, body.isStreamed ? undefined : await body.hash());
  const lease = { ...request, leaseId: newId() };
  const takeTurn = async (): Promise<'first' | OnceAnswer | null> => {
    if (await takeKey(db, lease, claimed)) return 'first';
    const stored = await findRequest(db, request);
    if (stored?.status && typeof stored.answer?.['text'] === 'string') {
      if (stored.fingerprint !== fingerprintOf(target, await body.hash())) throw keyReused();
      return { status: stored.status, body: stored.answer['text'], isReplay: true };
    }
    if (stored && stored.fingerprint !== claimed) throw keyReused();
    return null;
  };
  const turn = await pollUntil(takeTurn, { isEnough: (value) => value !== null, waitMs, signal });
  if (turn !== 'first') signal?.throwIfAborted();
  if (turn === null) throw serverBusy(2);
  return turn === 'first' ? answerFirst(once, lease, effectIdOf(request, claimed)) : turn;
};
