import { keepLease } from './keepLease.ts';

/** How soon the work of a process that was killed can be taken over. */
export const leaseSeconds = 30;
const renewEveryMs = 10_000;

/** The record is gone or was begun anew meanwhile, or the process slept for so long that another one works on it. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor() {
    super('lease lost');
  }
}

type Options = {
  /** Makes the lease last for another `leaseSeconds`. Answers false when it is no longer held. */
  renew: () => Promise<boolean>;
  /** A renewal could not be tried. */
  onFault: (error: unknown) => void;
  signal?: AbortSignal;
};

/**
 * Works under a lease that was just taken, and renews it meanwhile.
 * @param run gets a signal that also ends, with a `LeaseLostError`, when the lease is lost
 */
export const runUnderLease = async <T>(
  { renew, onFault, signal }: Options,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const kept = keepLease({ renew, everyMs: renewEveryMs, lostReason: new LeaseLostError(), onFault });
  try {
    return await run(signal ? AbortSignal.any([signal, kept.signal]) : kept.signal);
  } finally {
    kept.stop();
  }
};
