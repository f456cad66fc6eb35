import { Client } from 'pg';
import type { ClientConfig, Pool, PoolClient } from 'pg';
import type { Logger } from '#server/lib/logging/logger.ts';

const tickMs = 1_000;
/** A question without an answer after so many ticks is met by silence. Ticks, since a clock also runs while we are stalled. */
const silentTicks = 5;

/** A connection of its own, so that a pool that is busy is not taken for one that is silent. */
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

/** One question at a time: while none is answered, the ticks are counted. */
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
 * Notices that the way to the database has gone silent: nothing comes back any more, and nobody is told, as when a machine
 * or a network in between is gone. Then every connection is broken off, so that who waits fails in seconds instead of when the
 * longest allowed statement would be over. A slow statement is no silence.
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
    // A refused or broken connection is told to everyone by itself.
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
      // A way that has gone silent never confirms the end.
      const giveUp = setTimeout(breakOff, tickMs, probe.client);
      await probe.client.end();
      clearTimeout(giveUp);
    },
  };
};
