import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { ClientConfig } from 'pg';
import type { Logger } from '#server/lib/logging/logger.ts';
import { MarkedClient } from './MarkedClient.ts';

type Subscriber = { channel: string; onNotification(payload: string): void; onReconnect(): void };

export type Listener = {
  /**
   * Resolves once the channel is subscribed. Notifications are missed while the connection is lost; `onReconnect` is
   * called after each reconnect.
   */
  listen: (
    channel: string,
    onNotification: (payload: string) => void,
    onReconnect?: () => void,
  ) => Promise<{ close(): Promise<void> }>;
  /** Settles when the server answers or the connection is lost. Never settles while the server is silent. */
  ask(): Promise<unknown>;
  /** Closes the connection at once, as if it had broken. A new connection is opened. */
  breakOff(error: Error): void;
  close(): Promise<void>;
};

const retryMs = 1_000;
const endLimitMs = 1_000;

/**
 * The listening connection, the only one in a process with session state. It does not belong to the pool, because a
 * pool may go through a pooler that gives each transaction another session.
 */
export const openListener = (config: ClientConfig, logger: Logger): Listener => {
  const subscribers = new Set<Subscriber>();
  const inTurn = pLimit(1);
  const stop = new AbortController();
  let client: MarkedClient | null = null;
  /** Whether `client` is connected. */
  let isOpen = false;
  let opened = Promise.withResolvers<MarkedClient>();

  const listenTo = (on: MarkedClient, channel: string) => on.query(`listen ${on.escapeIdentifier(channel)}`);
  const breakOff = (error: Error): void => {
    client?.connection.stream.destroy(error);
  };

  const connect = async (): Promise<MarkedClient> => {
    const connecting = new MarkedClient({ ...config, keepAlive: true });
    client = connecting;
    connecting.on('error', (error) => logger.debug({ area: 'database', err: error }, 'the listening connection broke'));
    connecting.on('notification', ({ channel, payload = '' }) => {
      for (const subscriber of subscribers) if (subscriber.channel === channel) subscriber.onNotification(payload);
    });
    await connecting.connect();
    isOpen = true;
    for (const channel of new Set([...subscribers].map((each) => each.channel))) await listenTo(connecting, channel);
    return connecting;
  };

  const keepOpen = async (): Promise<void> => {
    let wasLost = false;
    while (!stop.signal.aborted) {
      try {
        const connected = await inTurn(connect);
        const ended = new Promise((resolve) => connected.once('end', resolve));
        opened.resolve(connected);
        if (wasLost) for (const subscriber of subscribers) subscriber.onReconnect();
        await ended;
        opened = Promise.withResolvers();
      } catch (error) {
        if (!stop.signal.aborted)
          logger.warn({ area: 'database', err: error }, 'notifications are missed until the database is back');
        breakOff(new Error('the connection could not be opened'));
      }
      client = null;
      isOpen = false;
      wasLost = true;
      // Stopping ends the wait.
      await sleep(retryMs, undefined, { signal: stop.signal, ref: false }).catch(() => {});
    }
  };
  void keepOpen();

  return {
    listen: async (channel, onNotification, onReconnect = () => {}) => {
      const subscriber = { channel, onNotification, onReconnect };
      subscribers.add(subscriber);
      const connected = await opened.promise;
      try {
        await inTurn(() => listenTo(connected, channel));
      } catch (error) {
        // The next connection subscribes to the channel too.
        connected.connection.stream.destroy(error instanceof Error ? error : undefined);
      }
      return {
        close: async () => {
          subscribers.delete(subscriber);
        },
      };
    },
    // While no connection can be opened, silence cannot be detected: the connection attempts have their own limit and
    // report the error.
    ask: () => (isOpen ? inTurn(async () => client?.query('select 1')) : Promise.resolve()),
    breakOff,
    close: async () => {
      stop.abort();
      if (client === null) return;
      // A silent connection never confirms that it has closed.
      const giveUp = setTimeout(breakOff, endLimitMs, new Error('the connection did not end'));
      await client.end();
      clearTimeout(giveUp);
    },
  };
};
