export type KeptLease = {
  /** Ends when the lease is lost: what goes on without it is in vain. */
  signal: AbortSignal;
  stop(): void;
};

type KeepOptions = {
  /** Answers false when the lease is no longer held. */
  renew: () => Promise<boolean>;
  everyMs: number;
  /** Why the signal ends. */
  lostReason: Error;
  /** A renewal could not be tried. Nothing ends by it: whoever stores something asks for the lease once more. */
  onFault: (error: unknown) => void;
};

/** Renews a lease while its holder works. */
export const keepLease = ({ renew, everyMs, lostReason, onFault }: KeepOptions): KeptLease => {
  const lost = new AbortController();
  let isStopped = false;
  const renewOnce = async (): Promise<void> => {
    try {
      const isHeld = await renew();
      if (!isHeld && !isStopped) lost.abort(lostReason);
    } catch (error) {
      onFault(error);
    }
  };
  const timer = setInterval(() => void renewOnce(), everyMs);
  return {
    signal: lost.signal,
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
};
