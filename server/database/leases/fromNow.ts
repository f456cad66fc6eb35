import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';

/** By the clock of the database: leases and due times know no other, since the clocks of the servers differ. */
export const databaseNow = sql`now()`;

/** So many seconds after (or before) `databaseNow`. */
export const fromNow = (seconds: number): SQL => sql`now() + make_interval(secs => ${seconds})`;
