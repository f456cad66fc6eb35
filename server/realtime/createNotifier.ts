import type { Pool } from 'pg';

export type Notifier = {
  /** Resolves when the payload is sent. */
  notify(payload: string): Promise<void>;
  /** Takes no more payloads, and resolves when the accepted ones are sent. Later payloads are dropped. */
  close(): Promise<void>;
};

type Waiting = { payload: string; sent: PromiseWithResolvers<void> };

/** PostgreSQL refuses longer payloads. */
const mostBytes = 7_999;
/** One statement takes so many at most. */
const batchSize = 500;
/** More are refused, for example while the database is away. */
const mostWaiting = 10_000;

/**
 * A transaction that notifies holds a lock of the whole server until its commit is on disk, so that servers commit one of
 * them at a time. An event need not outlive a crash of the server, so this commit waits for no disk and no standby.
 */
const statement = `select set_config('synchronous_commit', 'off', true), count(pg_notify($1, payload))
  from unnest($2::text[]) payload`;

/** The first payloads. PostgreSQL delivers equal ones of a transaction once, so a batch has no equal ones. */
const takeBatch = (waiting: Waiting[]): Waiting[] => {
  const payloads = new Set<string>();
  const end = waiting.findIndex(
    ({ payload }) => payloads.size === batchSize || payloads.size === payloads.add(payload).size,
  );
  return waiting.splice(0, end < 0 ? waiting.length : end);
};

/**
 * Notifies in the order of the calls: there is one statement at a time, and the next one takes all that have come
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
      // A job that the stop cut short can still publish. Its next attempt publishes again.
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
