import type { Logger } from '#server/lib/logging/logger.ts';
import type { Storage } from '#server/lib/storage.ts';

/** Something that is looked for again and again. `run` finds what is due and hands it to the queue; it does no work itself. */
export type Tick = { name: string; run: () => Promise<void> };

type TickerOptions = { intervalMs: number; logger: Logger; storage: Pick<Storage, 'isFull'> };

export type RunningTicker = { stop(): Promise<void> };

/**
 * Runs every tick about once in `intervalMs`, one after the other, never two at a time. Several instances may tick at
 * once: a tick claims what is due in the database before it enqueues it.
 */
export const startTicker = (ticks: readonly Tick[], { intervalMs, logger, storage }: TickerOptions): RunningTicker => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let round = Promise.resolve();

  const runAll = async (): Promise<void> => {
    for (const { name, run } of ticks) {
      // What is due stays so.
      if (isStopped || storage.isFull()) return;
      // A database that is away for a moment is back at a later tick.
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
