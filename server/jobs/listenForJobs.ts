import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Db } from 'pg-boss';
import type { Logger } from '#server/lib/logger.ts';

type ListenOptions = { pool: Pool; isEmbedded: boolean; logger: Logger };
type Listen = NonNullable<Db['listen']>;

const retryMs = 1_000;

const toListen = (client: PoolClient, channel: string): string => `listen ${client.escapeIdentifier(channel)}`;

/** Passes on what a connection hears, once its session listens. */
const passOn = (client: PoolClient, channel: string, onNotification: (queue: string) => void): void => {
  client.on('notification', ({ channel: heard, payload }) => {
    if (heard === channel && payload !== undefined) onNotification(payload);
  });
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
        passOn(connected, channel, onNotification);
        await connected.query(toListen(connected, channel));
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

/** The embedded database has one session, which its one connection shares with all that come after it, and which goes on to listen. */
const listenOnEmbedded =
  ({ pool }: ListenOptions): Listen =>
  async (channel, onNotification) => {
    const passOnToo = (client: PoolClient): void => passOn(client, channel, onNotification);
    const client = await pool.connect();
    try {
      passOnToo(client);
      await client.query(toListen(client, channel));
    } finally {
      client.release();
    }
    pool.on('connect', passOnToo);
    return { close: async () => void pool.off('connect', passOnToo) };
  };

/** How a worker hears of a job when it is stored, instead of at its next look. */
export const listenForJobs = (options: ListenOptions): Listen =>
  options.isEmbedded ? listenOnEmbedded(options) : listenOnServer(options);
