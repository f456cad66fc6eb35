import { sql } from './drizzle.ts';
import type { Placeholder, SQL } from './drizzle.ts';

/** Texts as one value, a PostgreSQL array, for `any`. */
export const textArray = (texts: readonly string[] | Placeholder): SQL => sql`${sql.param(texts)}::text[]`;
