import type { NodePgDatabase } from './drizzle.ts';
import type * as schema from './schema.ts';

export type Database = NodePgDatabase<typeof schema>;

/** An open transaction. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** The target of a store's query: the pool, or the caller's transaction. */
export type Queryable = Database | Transaction;
