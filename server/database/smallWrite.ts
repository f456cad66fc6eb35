import type { Database, Transaction } from './Database.ts';

/**
 * A transaction that may write while the disk is full: for the few bytes that signing in and out need, so that stored
 * data can be read.
 */
export const smallWrite = <T>(db: Database, run: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(run, { accessMode: 'read write' });
