import type { Database, Transaction } from './Database.ts';

/**
 * A transaction that writes though the disk is full: for the few bytes without which nobody could sign in, or out, to read
 * what is stored.
 */
export const smallWrite = <T>(db: Database, run: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(run, { accessMode: 'read write' });
