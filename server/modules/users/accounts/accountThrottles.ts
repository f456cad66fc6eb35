import type { AppContext } from '#server/AppContext.ts';
import { oneTimeCode } from '#shared/limits.ts';
import { createThrottle } from '#server/lib/throttle.ts';
import type { Throttle } from '#server/lib/throttle.ts';

const minuteSeconds = 60;
const quarterSeconds = 15 * 60;
const hourSeconds = 60 * 60;
const daySeconds = 24 * hourSeconds;

type Allowance = { limit: number; windowSeconds: number };
type ClientAllowances = Record<'signIns' | 'signUps' | 'codes' | 'resets', Allowance>;

const perMinute = (limit: number): Allowance => ({ limit, windowSeconds: minuteSeconds });

/**
 * Whole offices share one address, so these limits are wide. Only mail is limited by the hour, because it affects
 * others.
 */
const productionAllowances: ClientAllowances = {
  signIns: perMinute(120),
  signUps: perMinute(60),
  codes: { limit: 30, windowSeconds: hourSeconds },
  resets: perMinute(60),
};

/** Sandbox visitors and tests all have one address. */
const sandboxAllowances: ClientAllowances = {
  signIns: perMinute(600),
  signUps: perMinute(300),
  codes: perMinute(300),
  resets: perMinute(300),
};

export type AccountThrottles = {
  /** Failed sign-ins, per address and client. */
  failedSignIns: Throttle;
  /** Guesses at reset codes, per address. */
  guessesPerAddress: Throttle;
  /** Further guesses for clients that requested a code: per address, and per address and network. */
  askerGuessesPerAddress: Throttle;
  askerGuessesPerNetwork: Throttle;
  /** Codes, per address. */
  codesPerAddress: Throttle;
  /** Codes, per address and client. */
  codesPerAsker: Throttle;
  signInsPerClient: Throttle;
  signUpsPerClient: Throttle;
  codesPerClient: Throttle;
  resetsPerClient: Throttle;
};

/** The limit for strangers. */
export const createAccountThrottles = ({ pool, env }: Pick<AppContext, 'pool' | 'env'>): AccountThrottles => {
  const perClient = env.SANDBOX ? sandboxAllowances : productionAllowances;
  const throttle = (name: string, allowance: Allowance) => createThrottle(pool, { name, ...allowance });
  return {
    failedSignIns: throttle('sign-in-failed', { limit: 10, windowSeconds: quarterSeconds }),
    guessesPerAddress: throttle('reset-address', { limit: oneTimeCode.guessesPerDay, windowSeconds: daySeconds }),
    askerGuessesPerAddress: throttle('reset-askers', {
      limit: oneTimeCode.askerGuessesPerDay,
      windowSeconds: daySeconds,
    }),
    askerGuessesPerNetwork: throttle('reset-network', {
      limit: oneTimeCode.networkGuessesPerDay,
      windowSeconds: daySeconds,
    }),
    codesPerAddress: throttle('code', { limit: oneTimeCode.mailsPerHourForAll, windowSeconds: hourSeconds }),
    codesPerAsker: throttle('code-asker', { limit: oneTimeCode.mailsPerHour, windowSeconds: hourSeconds }),
    signInsPerClient: throttle('sign-in-client', perClient.signIns),
    signUpsPerClient: throttle('sign-up-client', perClient.signUps),
    codesPerClient: throttle('code-client', perClient.codes),
    resetsPerClient: throttle('reset-client', perClient.resets),
  };
};
