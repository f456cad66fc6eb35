import type { Database, Transaction } from './Database.ts';

/**
 * A transaction that may write while the disk is full. It is for the few bytes of a sign-in or sign-out, so that people
 * can still read their data.
 */
export const smallWrite = <T>(db: Database, run: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(run, { accessMode: 'read write' });
