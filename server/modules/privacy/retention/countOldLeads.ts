import { count, lt } from '#server/database/drizzle.ts';
import type { AppContext } from '#server/AppContext.ts';
import { customLeads, leads } from '#server/database/schema.ts';
import { keptSince } from '#server/modules/leads/store/keptSince.ts';

/** Number of leads past the retention period in all workspaces, by list; null for lists that are kept forever. */
export const countOldLeads = async (
  context: Pick<AppContext, 'db' | 'env' | 'clock'>,
): Promise<Record<string, number> | null> => {
  const since = keptSince(context);
  if (since === null) return null;
  const ofPlatforms = await context.db
    .select({ platform: leads.platform, total: count() })
    .from(leads)
    .where(lt(leads.createdAt, since))
    .groupBy(leads.platform);
  return {
    ...Object.fromEntries(ofPlatforms.map(({ platform, total }) => [platform, total])),
    custom: await context.db.$count(customLeads, lt(customLeads.createdAt, since)),
  };
};
