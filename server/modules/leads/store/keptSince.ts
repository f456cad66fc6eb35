import type { AppContext } from '#server/AppContext.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';

/** The time before which leads are not kept; null when the installation keeps all leads. */
export const keptSince = ({ env, clock }: Pick<AppContext, 'env' | 'clock'>): Date | null =>
  env.LEAD_RETENTION_DAYS === undefined ? null : new Date(clock.now().getTime() - env.LEAD_RETENTION_DAYS * 86_400_000);

/**
 * The time from which a lead ages: of a collected lead, its submission; of other imported leads, their import.
 * @param list the list of the leads, if it is known: PostgreSQL can then use an index on the time
 */
export const agedFrom = (lead: SQL, list = sql`${lead}.list`): SQL =>
  sql`case ${list} when 'custom' then ${lead}.imported_at else ${lead}.created_at end`;
