import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';

/** The database's clock. Leases and due times use only this clock, because the servers' clocks differ. */
export const databaseNow = sql`now()`;

/** This many seconds after (or before) `databaseNow`. */
export const fromNow = (seconds: number): SQL => sql`now() + make_interval(secs => ${seconds})`;
