import type { Pool } from 'pg';

export type Notifier = {
  /** Resolves when the payload is sent. */
  notify(payload: string): Promise<void>;
  /** Accepts no more payloads, and resolves when the accepted ones are sent. Later payloads are dropped. */
  close(): Promise<void>;
};

type Waiting = { payload: string; sent: PromiseWithResolvers<void> };

/** PostgreSQL refuses longer payloads. */
const mostBytes = 7_999;
/** Maximum number of payloads in one statement. */
const batchSize = 500;
/** Further payloads are refused, for example while the database is away. */
const mostWaiting = 10_000;

/**
 * A notifying transaction holds a server-wide lock until its commit is on disk, so the server commits only one at a
 * time. An event need not survive a server crash, so this commit waits for no disk and no standby.
 */
const statement = `select set_config('synchronous_commit', 'off', true), count(pg_notify($1, payload))
  from unnest($2::text[]) payload`;

/**
 * The next payloads to send. PostgreSQL delivers equal payloads of a transaction only once, so a batch has no
 * duplicates.
 */
const takeBatch = (waiting: Waiting[]): Waiting[] => {
  const payloads = new Set<string>();
  const end = waiting.findIndex(
    ({ payload }) => payloads.size === batchSize || payloads.size === payloads.add(payload).size,
  );
  return waiting.splice(0, end < 0 ? waiting.length : end);
};

/**
 * Notifies in the order of the calls. One statement runs at a time, and the next one sends all payloads that arrived
 * meanwhile.
 */
export const createNotifier = (pool: Pool, channel: string): Notifier => {
  const waiting: Waiting[] = [];
  let sending: Promise<void> | null = null;
  let isClosed = false;

  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = takeBatch(waiting);
      try {
        await pool.query(statement, [channel, batch.map(({ payload }) => payload)]);
        for (const { sent } of batch) sent.resolve();
      } catch (error) {
        for (const { sent } of batch) sent.reject(error);
      }
    }
    sending = null;
  };

  return {
    notify: async (payload) => {
      // A job that was cut short can still publish. Its next attempt publishes again.
      if (isClosed) return;
      if (Buffer.byteLength(payload) > mostBytes) throw new Error('an event is too long for a notification');
      if (waiting.length >= mostWaiting) throw new Error('too many events wait for the database');
      const sent = Promise.withResolvers<void>();
      waiting.push({ payload, sent });
      sending ??= sendAll();
      await sent.promise;
    },
    close: async () => {
      isClosed = true;
      await sending;
    },
  };
};
