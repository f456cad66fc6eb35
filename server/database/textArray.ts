import { sql } from 'drizzle-orm';
import type { Placeholder, SQL } from 'drizzle-orm';

/** Texts as one value, an array of PostgreSQL, for `any`. */
export const textArray = (texts: readonly string[] | Placeholder): SQL => sql`${sql.param(texts)}::text[]`;
