import type { Transaction } from './Database.ts';
import { sql } from './drizzle.ts';

/** Below, any plan is quick. */
const manyRows = 500;

/**
 * For a transaction that joins thousands of rows which it has just written. The planner has no statistics of them yet,
 * expects one row, and would compare each row with each.
 */
export const joinManyRows = async (tx: Transaction, rows: number): Promise<void> => {
  if (rows > manyRows) await tx.execute(sql`set local enable_nestloop = off`);
};
