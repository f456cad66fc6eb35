import type { LeadStatus } from '#shared/leadStatuses.ts';
import type { Queryable } from '#server/database/Database.ts';
import { eq, sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { leadStatusTexts } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { LeadList } from '#server/modules/leads/store/leadCounts.store.ts';
import { firstStep, readLadder } from './leadStatuses.store.ts';

/** Which step a lead has: the one that people gave it, or the one that its imported status means, or the first. */
export type LeadStep = {
  ladder: readonly LeadStatus[];
  firstId: string;
  /** The id of the step, for a query with the work as `w` and, of an imported lead, the lead as `l` or the given alias. */
  of: (list: LeadList, alias?: 'l' | 'c') => SQL;
  /** The same without what people gave it. */
  arrived: (list: LeadList, alias?: 'l' | 'c') => SQL;
};

/** How imported status texts are compared. */
export const statusText = (column: SQL): SQL => sql`lower(btrim(${column}))`;
export const toStatusText = (text: string): string => text.trim().toLowerCase();

/** The texts that people mapped to a step by hand. */
export const readMappedTexts = (
  db: Queryable,
  workspaceId: WorkspaceId,
): Promise<Pick<typeof leadStatusTexts.$inferSelect, 'text' | 'statusId'>[]> =>
  db
    .select({ text: leadStatusTexts.text, statusId: leadStatusTexts.statusId })
    .from(leadStatusTexts)
    .where(eq(leadStatusTexts.workspaceId, workspaceId));

/** A text means the step of the same name, unless somebody chose another one. */
export const meaningsOf = (
  ladder: readonly LeadStatus[],
  mapped: readonly { text: string; statusId: string }[],
): ReadonlyMap<string, string> =>
  new Map([
    ...ladder.map(({ id, name }) => [toStatusText(name), id] as const),
    ...mapped
      .filter(({ statusId }) => ladder.some(({ id }) => id === statusId))
      .map(({ text, statusId }) => [text, statusId] as const),
  ]);

export const readLeadStep = async (db: Queryable, workspaceId: WorkspaceId): Promise<LeadStep> => {
  const ladder = await readLadder(db, workspaceId);
  const meanings = JSON.stringify(Object.fromEntries(meaningsOf(ladder, await readMappedTexts(db, workspaceId))));
  const firstId = firstStep(ladder).id;
  const arrived: LeadStep['arrived'] = (list, alias = 'l') =>
    list === 'custom'
      ? sql`coalesce(${meanings}::jsonb ->> ${statusText(sql`${sql.identifier(alias)}.status`)}, ${firstId}::text)`
      : sql`${firstId}::text`;
  return { ladder, firstId, arrived, of: (list, alias) => sql`coalesce(w.status_id, ${arrived(list, alias)})` };
};
