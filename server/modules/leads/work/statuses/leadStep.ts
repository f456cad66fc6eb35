import { knownMeanings } from '#shared/leadStatuses.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';
import type { Queryable } from '#server/database/Database.ts';
import { eq, sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { leadStatusTexts } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { firstStep, readLadder } from './leadStatuses.store.ts';

/** The step of a lead: chosen by a person, or else mapped from the imported status, or else the first step. */
export type LeadStep = {
  ladder: readonly LeadStatus[];
  firstId: string;
  /** The step id, in a query with the lead as `l` and the work on it as `w`. */
  of: SQL;
  /** The id of the step on arrival: `of` without the choice of a person. */
  arrived: SQL;
};

/** Normalizes imported status texts for comparison. */
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

/** Maps a text to the step with the same name, or else with its known meaning, unless a person chose another step. */
export const meaningsOf = (
  ladder: readonly LeadStatus[],
  mapped: readonly { text: string; statusId: string }[],
): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(knownMeanings).flatMap(([text, known]) => {
      const step = ladder.find(({ meaning }) => meaning === known);
      return step ? [[text, step.id] as const] : [];
    }),
    ...ladder.map(({ id, name }) => [toStatusText(name), id] as const),
    ...mapped
      .filter(({ statusId }) => ladder.some(({ id }) => id === statusId))
      .map(({ text, statusId }) => [text, statusId] as const),
  ]);

export const readLeadStep = async (db: Queryable, workspaceId: WorkspaceId): Promise<LeadStep> => {
  const ladder = await readLadder(db, workspaceId);
  const meanings = JSON.stringify(Object.fromEntries(meaningsOf(ladder, await readMappedTexts(db, workspaceId))));
  const firstId = firstStep(ladder).id;
  const arrived = sql`coalesce(${meanings}::jsonb ->> ${statusText(sql`l.status_text`)}, ${firstId}::text)`;
  return { ladder, firstId, arrived, of: sql`coalesce(w.status_id, ${arrived})` };
};
