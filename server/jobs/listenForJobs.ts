import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Db } from 'pg-boss';
import type { Logger } from '#server/lib/logging/logger.ts';

type ListenOptions = { pool: Pool; logger: Logger };
type Listen = NonNullable<Db['listen']>;

const retryMs = 1_000;

/**
 * Uses LISTEN to wake workers when a job is stored, instead of at the next poll. This takes one connection of the pool.
 * When it breaks, a new one is opened, with retries until that succeeds.
 */
export const listenForJobs =
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
      // `end` also follows an error.
      connected.once('end', () => {
        if (client !== connected) return;
        client = null;
        end();
        void reconnect();
      });
      try {
        connected.on('notification', (message) => {
          if (message.channel === channel && message.payload !== undefined) onNotification(message.payload);
        });
        await connected.query(`listen ${connected.escapeIdentifier(channel)}`);
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
            'new jobs are polled for, without notifications, until the database is back',
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
