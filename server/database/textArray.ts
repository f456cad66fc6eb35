import { sql } from './drizzle.ts';
import type { Placeholder, SQL } from './drizzle.ts';

/** Passes texts as one PostgreSQL array value, for `any`. */
export const textArray = (texts: readonly string[] | Placeholder): SQL => sql`${sql.param(texts)}::text[]`;
