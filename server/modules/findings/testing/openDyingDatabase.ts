import { Client, Pool } from 'pg';
import type { ClientConfig } from 'pg';
import type { Database } from '#server/database/Database.ts';
import { drizzle } from '#server/database/drizzle.ts';
import * as schema from '#server/database/schema.ts';

export type DyingDatabase = { db: Database; hasDied: () => boolean; close: () => void };

/** A database connection for a process that is killed after some statements, before it receives the last result. */
export const openDyingDatabase = (connectionString: string, statements: number): DyingDatabase => {
  let done = 0;
  let isDead = false;
  const clients: Client[] = [];

  const close = () => {
    for (const client of clients) client.connection.stream.destroy();
  };

  class DyingClient extends Client {
    constructor(config?: string | ClientConfig) {
      super(config);
      this.on('error', () => {});
      clients.push(this);
    }

    // The driver's method accepts a callback or returns a promise.
    override query(...args: never): never {
      const given = args as unknown[];
      const last = given.at(-1);
      const callback = typeof last === 'function' ? (last as (error: unknown, result?: unknown) => void) : null;
      if (isDead) {
        const error = new Error('killed');
        if (!callback) return Promise.reject(error) as never;
        queueMicrotask(() => callback(error));
        return undefined as never;
      }
      done += 1;
      const isLast = done === statements;
      const die = (): Error => {
        isDead = true;
        close();
        return new Error('killed');
      };
      const original = super.query.bind(this) as (...values: unknown[]) => unknown;
      if (!callback) {
        const running = original(...given) as Promise<unknown>;
        return (isLast ? running.then(() => Promise.reject(die())) : running) as never;
      }
      return original(...given.slice(0, -1), (error: unknown, result: unknown) =>
        isLast ? callback(die()) : callback(error, result),
      ) as never;
    }
  }

  const pool = new Pool({ connectionString, Client: DyingClient });
  pool.on('error', () => {});
  return { db: drizzle(pool, { schema }), hasDied: () => isDead, close };
};
