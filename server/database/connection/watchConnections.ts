import { Client } from 'pg';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from '#server/lib/logging/logger.ts';
import type { Listener } from './openListener.ts';

const tickMs = 1_000;
/**
 * A query without an answer for so many ticks means silence. Ticks rather than time, because a clock also runs while
 * this process is stalled.
 */
const silentTicks = 5;

/**
 * Detects a silent connection to the database: no answers and no errors, as when a machine or a network in between is
 * gone. All connections are then closed, so that callers fail in seconds instead of after the statement timeout. A slow
 * statement is no silence. The listening connection is asked, because a busy pool looks silent.
 */
export const watchConnections = (pool: Pool, listener: Listener, logger: Logger): { stop(): void } => {
  const open = new Set<PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));

  let unansweredTicks = 0;
  /** One query at a time; ticks are counted until it is answered or fails. */
  const ask = async (): Promise<void> => {
    unansweredTicks += 1;
    if (unansweredTicks > 1) return;
    // A refused or broken connection reports its own error.
    await Promise.allSettled([listener.ask()]);
    unansweredTicks = 0;
  };
  const timer = setInterval(() => {
    void ask();
    if (unansweredTicks <= silentTicks) return;
    const err = new Error('Connection terminated: it was silent');
    logger.warn(
      { area: 'database', connections: open.size, err },
      'the database is silent: its connections are broken off',
    );
    listener.breakOff(err);
    for (const client of open) if (client instanceof Client) client.connection.stream.destroy(err);
  }, tickMs);
  timer.unref();
  return {
    stop: () => clearInterval(timer),
  };
};
