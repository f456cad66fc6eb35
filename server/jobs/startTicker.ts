import type { Logger } from '#server/lib/logging/logger.ts';
import type { Storage } from '#server/lib/storage.ts';

/** A recurring check. `run` enqueues what is due and does no work itself. */
export type Tick = { name: string; run: () => Promise<void> };

type TickerOptions = { intervalMs: number; logger: Logger; storage: Pick<Storage, 'isFull'> };

export type RunningTicker = { stop(): Promise<void> };

/**
 * Runs every tick about once per `intervalMs`, one at a time. Several instances may tick at once: a tick leases due
 * records in the database before enqueueing them.
 */
export const startTicker = (ticks: readonly Tick[], { intervalMs, logger, storage }: TickerOptions): RunningTicker => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let round = Promise.resolve();

  const runAll = async (): Promise<void> => {
    for (const { name, run } of ticks) {
      // Due work stays due.
      if (isStopped || storage.isFull()) return;
      // A later tick will find the database again.
      await run().catch((error: unknown) => logger.warn({ area: 'jobs', tick: name, err: error }, 'a tick failed'));
    }
  };
  const runRound = async (): Promise<void> => {
    await runAll();
    if (!isStopped) schedule();
  };
  const schedule = (): void => {
    timer = setTimeout(() => {
      round = runRound();
    }, intervalMs);
  };
  schedule();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await round;
    },
  };
};
