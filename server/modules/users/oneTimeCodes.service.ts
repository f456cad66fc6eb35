import { randomInt } from 'node:crypto';
import { oneTimeCode } from '#shared/limits.ts';
import type { AppContext } from '#server/AppContext.ts';
import { passwords } from '#server/lib/passwords.ts';
import { replaceCode } from './oneTimeCodes.store.ts';

/** Six digits without a leading zero, so that a number and its text are the same code. */
const newCode = (): string => String(randomInt(10 ** (oneTimeCode.digits - 1), 10 ** oneTimeCode.digits));

/**
 * Makes a person's code and answers it, to be mailed and forgotten. It is kept as Argon2id rather than as a plain hash:
 * a million candidates take hours that way, and the code is over in minutes.
 */
export const createCode = async (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  userId: string,
): Promise<{ code: string; codeHash: string }> => {
  const code = newCode();
  const codeHash = await passwords.hash(code);
  await replaceCode(db, {
    userId,
    codeHash,
    triesLeft: oneTimeCode.wrongTries,
    expiresAt: new Date(clock.now().getTime() + oneTimeCode.lifetimeMinutes * 60_000),
  });
  return { code, codeHash };
};
