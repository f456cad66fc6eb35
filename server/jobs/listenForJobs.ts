import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Db } from 'pg-boss';
import type { Logger } from '#server/lib/logger.ts';

type ListenOptions = { pool: Pool; isEmbedded: boolean; logger: Logger };
type Listen = NonNullable<Db['listen']>;

const retryMs = 1_000;

const hear = async (client: PoolClient, channel: string, onNotification: (queue: string) => void): Promise<void> => {
  client.on('notification', ({ channel: heard, payload }) => {
    if (heard === channel && payload !== undefined) onNotification(payload);
  });
  await client.query(`listen ${client.escapeIdentifier(channel)}`);
};

/** A connection of the pool is kept for it. When that is lost, the next one is tried for until it comes. */
const listenOnServer =
  ({ pool, logger }: ListenOptions): Listen =>
  async (channel, onNotification, onReconnect) => {
    const stop = new AbortController();
    let client: PoolClient | null = null;

    const connect = async (): Promise<void> => {
      const connected = await pool.connect();
      const end = (): void => {
        connected.release(true);
      };
      if (stop.signal.aborted) return end();
      // `end` follows an error, too.
      connected.once('end', () => {
        if (client !== connected) return;
        client = null;
        end();
        void reconnect();
      });
      try {
        await hear(connected, channel, onNotification);
      } catch (error) {
        end();
        throw error;
      }
      client = connected;
    };
    const reconnect = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        try {
          await connect();
          onReconnect();
          return;
        } catch (error) {
          logger.warn(
            { area: 'jobs', err: error },
            'new jobs are not heard of, but looked for, until the database is back',
          );
          await sleep(retryMs);
        }
      }
    };

    await connect();
    return {
      close: async () => {
        stop.abort();
        client?.release(true);
        client = null;
      },
    };
  };

/** The embedded database has one connection, which listens beside what else it does, and so does its successor. */
const listenOnEmbedded =
  ({ pool, logger }: ListenOptions): Listen =>
  async (channel, onNotification) => {
    const hearToo = (client: PoolClient): void => {
      hear(client, channel, onNotification).catch((error: unknown) =>
        logger.warn({ area: 'jobs', err: error }, 'new jobs are not heard of, but looked for'),
      );
    };
    const client = await pool.connect();
    try {
      await hear(client, channel, onNotification);
    } finally {
      client.release();
    }
    pool.on('connect', hearToo);
    return { close: async () => void pool.off('connect', hearToo) };
  };

/** How a worker hears of a job when it is stored, instead of at its next look. */
export const listenForJobs = (options: ListenOptions): Listen =>
  options.isEmbedded ? listenOnEmbedded(options) : listenOnServer(options);
