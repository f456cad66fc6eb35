import { randomInt } from 'node:crypto';
import { oneTimeCode } from '#shared/limits.ts';
import type { AppContext } from '#server/AppContext.ts';
import { hashSecret } from '#server/lib/ids.ts';
import { passwords } from '#server/lib/crypto/passwords.ts';
import { clientKey } from '#server/lib/throttle.ts';
import { replaceCodes, shareNewestCode } from './oneTimeCodes.store.ts';

/** Six digits without a leading zero, so that a number and its text are the same code. */
export const newCode = (): string => String(randomInt(10 ** (oneTimeCode.digits - 1), 10 ** oneTimeCode.digits));

const lifetimeMs = oneTimeCode.lifetimeMinutes * 60_000;

/** The client of a request: its cookie, if it is a browser, and its network address. */
export type Asker = { cookie: string | null; ip: string };

/**
 * Hashes that identify a client, the most reliable first: a network may be shared, and a browser may change networks.
 */
export const hashesOf = ({ cookie, ip }: Asker): string[] => [
  ...(cookie === null ? [] : [hashSecret(`cookie ${cookie}`)]),
  hashSecret(`network ${clientKey(ip)}`),
];

/** Shares a recently mailed code with these clients, if at least half of its lifetime is left. */
export const shareCode = (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  userId: string,
  askers: readonly string[],
): Promise<boolean> => shareNewestCode(db, userId, askers, new Date(clock.now().getTime() + lifetimeMs / 2));

/**
 * Creates a person's code and returns it for the mail. Only its Argon2id hash is stored: trying a million candidates
 * takes hours, and the code expires in minutes.
 */
export const createCode = async (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  userId: string,
  askers: readonly string[],
): Promise<{ code: string; codeHash: string }> => {
  const code = newCode();
  const codeHash = await passwords.hash(code);
  await replaceCodes(db, askers, { userId, codeHash, expiresAt: new Date(clock.now().getTime() + lifetimeMs) });
  return { code, codeHash };
};
