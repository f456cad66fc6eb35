import { Client } from 'pg';
import type { ClientConfig, Pool, PoolClient } from 'pg';
import type { Logger } from '#server/lib/logging/logger.ts';

const tickMs = 1_000;
/**
 * A query without an answer for so many ticks means silence. Ticks rather than time, because a clock also runs while
 * this process is stalled.
 */
const silentTicks = 5;

/** A separate connection, so that a busy pool does not look silent. */
type Probe = { client: Client; unansweredTicks: number; isBroken: boolean };

const startProbe = (config: ClientConfig): Probe => {
  const client = new Client(config);
  const probe: Probe = { client, unansweredTicks: 0, isBroken: false };
  const breakOff = (): void => {
    probe.isBroken = true;
  };
  client.on('error', breakOff).on('end', breakOff);
  client.connect().catch(breakOff);
  return probe;
};

/** One query at a time; ticks are counted until it is answered. */
const ask = async (probe: Probe): Promise<void> => {
  probe.unansweredTicks += 1;
  if (probe.unansweredTicks > 1) return;
  try {
    await probe.client.query('select 1');
    probe.unansweredTicks = 0;
  } catch {
    probe.isBroken = true;
  }
};

/**
 * Detects a silent connection to the database: no answers and no errors, as when a machine or a network in between is
 * gone. All connections are then closed, so that callers fail in seconds instead of after the statement timeout. A slow
 * statement is no silence.
 */
export const watchConnections = (pool: Pool, config: ClientConfig, logger: Logger): { stop(): Promise<void> } => {
  const open = new Set<PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));

  let probe = startProbe(config);
  const breakOff = (client: Client | PoolClient): void => {
    if (client instanceof Client) client.connection.stream.destroy(new Error('Connection terminated: it was silent'));
  };
  const timer = setInterval(() => {
    // A refused or broken connection reports its own error.
    if (probe.isBroken) probe = startProbe(config);
    void ask(probe);
    if (probe.unansweredTicks <= silentTicks) return;
    const err = new Error('Connection terminated: it was silent');
    logger.warn(
      { area: 'database', connections: open.size, err },
      'the database is silent: its connections are broken off',
    );
    breakOff(probe.client);
    for (const client of open) breakOff(client);
    probe = startProbe(config);
  }, tickMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      if (probe.isBroken) return;
      // A silent connection never confirms its end.
      const giveUp = setTimeout(breakOff, tickMs, probe.client);
      await probe.client.end();
      clearTimeout(giveUp);
    },
  };
};
