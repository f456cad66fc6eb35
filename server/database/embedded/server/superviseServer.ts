import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#server/lib/logging/logger.ts';
import { endLeftoverServer } from './serverFile.ts';
import { ServerStartError, launchServer } from './launchServer.ts';
import type { LaunchOptions, ServerProcess } from './launchServer.ts';

export type SuperviseOptions = Omit<LaunchOptions, 'onLine'> & {
  logger: Logger;
  /** Whether the disk has enough room for a start. */
  hasRoom: () => Promise<boolean>;
  /** Called when the server has crashed and cannot be restarted. */
  onCrash: (error: Error) => void;
};

/** Processes of a crashed server may run for a moment longer, and PostgreSQL does not start while they do. */
const isLeftoverStopping = (error: unknown): boolean =>
  error instanceof ServerStartError && /shared memory block|lock file/.test(error.message);

const startLimitMs = 10_000;
/** After a crash the server replays its log. On a full disk it retries until there is room. */
const restartLimitMs = 60_000;
const retryMs = 100;
const longestRetryMs = 2_000;

const levels: Readonly<Record<string, 'info' | 'warn' | 'error'>> = { FATAL: 'warn', PANIC: 'error' };

/**
 * Keeps a server running on the files of a folder until it is stopped. A crashed server is restarted.
 * @throws ServerStartError when the first start fails
 */
export const superviseServer = async ({
  logger,
  hasRoom,
  onCrash,
  ...place
}: SuperviseOptions): Promise<{ stop(): Promise<void> }> => {
  let isStopping = false;
  const onLine = (line: string): void => {
    const [, level = '', text = line] = /^([A-Z]+):\s*(.*)$/.exec(line) ?? [];
    logger[(!isStopping && levels[level]) || 'debug']({ area: 'database' }, `embedded PostgreSQL: ${text}`);
  };
  const launch = async (): Promise<ServerProcess> => {
    const server = await launchServer({ ...place, onLine });
    await server.ready;
    return server;
  };
  /** @throws the last failure when the time is over */
  const launchRepeatedly = async (limitMs: number, mayRetry: (error: unknown) => boolean): Promise<ServerProcess> => {
    const until = performance.now() + limitMs;
    for (let delayMs = retryMs; ; delayMs = Math.min(delayMs * 2, longestRetryMs))
      try {
        return await launch();
      } catch (error) {
        if (isStopping || !mayRetry(error) || (performance.now() > until && (await hasRoom()))) throw error;
        await sleep(delayMs);
      }
  };

  let server = await launchRepeatedly(startLimitMs, isLeftoverStopping);
  const keepRunning = async (): Promise<void> => {
    for (;;) {
      await server.ended;
      if (isStopping) return;
      logger.error({ area: 'database' }, 'the embedded PostgreSQL has ended unexpectedly and is started again');
      const endedAt = performance.now();
      await endLeftoverServer(place.databaseFolder);
      server = await launchRepeatedly(restartLimitMs, () => true);
      if (isStopping) await server.stop();
      else logger.info({ area: 'database', ms: Math.round(performance.now() - endedAt) }, 'PostgreSQL is back');
    }
  };
  const running = keepRunning().catch((error: unknown) => {
    if (!isStopping) onCrash(error instanceof Error ? error : new Error(String(error)));
  });
  return {
    stop: async () => {
      isStopping = true;
      await server.stop();
      await running;
    },
  };
};
