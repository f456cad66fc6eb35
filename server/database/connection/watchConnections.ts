import { Socket } from 'node:net';
import { Client } from 'pg';
import type { Pool } from 'pg';
import type { Logger } from '#server/lib/logging/logger.ts';
import { MarkedClient } from './MarkedClient.ts';
import type { Listener } from './openListener.ts';

const tickMs = 1_000;
/**
 * Number of ticks without an answer that count as silence. Ticks, because a clock keeps running while this process is
 * stalled.
 */
const silentTicks = 5;

type Watched = {
  /** Settles with an answer, or with an error that names the fault. Never settles during silence. */
  ask: () => Promise<unknown>;
  breakOff: (error: Error) => void;
};

type Watch = { stop(): void };

const watch = (name: string, { ask, breakOff }: Watched, logger: Logger): Watch => {
  let unansweredTicks = 0;
  /** Sends one query at a time and counts ticks until it is answered or fails. */
  const askAgain = async (): Promise<void> => {
    unansweredTicks += 1;
    if (unansweredTicks > 1) return;
    await Promise.allSettled([ask()]);
    unansweredTicks = 0;
  };
  const timer = setInterval(() => {
    void askAgain();
    if (unansweredTicks <= silentTicks) return;
    const err = new Error('Connection terminated: it was silent');
    logger.warn({ area: 'database', err }, `the ${name} is silent: its connections are broken off`);
    breakOff(err);
  }, tickMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
};

const listOpen = (pool: Pool): ReadonlySet<Client> => {
  const open = new Set<Client>();
  pool.on('connect', (client) => client instanceof Client && open.add(client));
  pool.on('remove', (client) => client instanceof Client && open.delete(client));
  return open;
};

/**
 * A pooler between this process and the server can go silent on its own. If statements wait and no connection receives
 * a byte, a new connection to the pooler is opened as a probe. The pooler accepts it without the server, so the probe
 * works even if all server connections are busy.
 */
const watchPooler = (pool: Pool, open: ReadonlySet<Client>, logger: Logger): Watch => {
  let heard = 0;
  let asking: MarkedClient | null = null;
  const heardNothing = (): boolean => {
    const before = heard;
    heard = [...open].reduce(
      (sum, { connection: { stream } }) => sum + (stream instanceof Socket ? stream.bytesRead : 0),
      0,
    );
    return heard === before;
  };
  const ask = async (): Promise<void> => {
    if (!heardNothing() || pool.idleCount === pool.totalCount) return;
    asking = new MarkedClient({ ...pool.options, connectionTimeoutMillis: 0 });
    asking.on('error', (error) => logger.debug({ area: 'database', err: error }, 'the pooler gave no connection'));
    await asking.connect();
    await asking.end();
  };
  const breakOff = (error: Error): void => {
    for (const client of [...open, asking]) client?.connection.stream.destroy(error);
  };
  return watch('pooler of the database', { ask, breakOff }, logger);
};

/**
 * Detects a silent database connection: no answers and no errors, for example when a machine or network in between
 * fails. All connections are then closed, so that callers fail within seconds instead of after the statement timeout. A
 * slow statement is not silence. The probe uses the listening connection, because a busy pool looks silent.
 */
export const watchConnections = (pool: Pool, listener: Listener, isPooled: boolean, logger: Logger): Watch => {
  const open = listOpen(pool);
  const breakOff = (error: Error): void => {
    listener.breakOff(error);
    for (const client of open) client.connection.stream.destroy(error);
  };
  const watches = [watch('database', { ask: () => listener.ask(), breakOff }, logger)];
  if (isPooled) watches.push(watchPooler(pool, open, logger));
  return {
    stop: () => {
      for (const each of watches) each.stop();
    },
  };
};
