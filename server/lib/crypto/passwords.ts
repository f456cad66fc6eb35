import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { serverBusy } from '#server/lib/failures/errors.ts';

/** Argon2id (the library's default) with OWASP's figures: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A well-formed hash that matches nothing. Comparing with it costs as much as a real comparison. */
export const absentHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

const busyRetryAfterSeconds = 2;

type Passwords = {
  /** @throws AppError 503 when too many others wait */
  hash(secret: string): Promise<string>;
  /**
   * With `null` (no account, no password) the answer is false after the same work, so that timing reveals nothing.
   * @throws AppError 503 when too many others wait
   */
  matches(storedHash: string | null, secret: string): Promise<boolean>;
};

type PasswordsOptions = { atOnce: number; waitingLimit: number };

/** Limits the hashing that strangers can cause: some run at once, some wait, and the rest are refused. */
export const createPasswords = ({ atOnce, waitingLimit }: PasswordsOptions): Passwords => {
  const limit = pLimit(atOnce);
  const queued = async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= atOnce + waitingLimit) throw serverBusy(busyRetryAfterSeconds);
    return limit(work);
  };
  return {
    hash: (secret) => queued(() => hash(secret, cost)),
    matches: (storedHash, secret) =>
      queued(async () => {
        const isMatch = await verify(storedHash ?? absentHash, secret);
        return storedHash !== null && isMatch;
      }),
  };
};

/** Hashing runs on Node's pool of four threads; one stays free for files and DNS lookups. */
const poolThreadsForHashing = 3;

/** One per process, because it limits the CPU use of the process. */
export const passwords = createPasswords({
  atOnce: Math.min(2 * availableParallelism(), poolThreadsForHashing),
  waitingLimit: 50,
});
