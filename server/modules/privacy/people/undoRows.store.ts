import { and, eq, isNotNull, sql } from '#server/database/drizzle.ts';
import { activities, undoLeads } from '#server/database/schema.ts';
import { addToReceipt } from '#server/modules/privacy/receipts.store.ts';
import type { Search } from './personRows.store.ts';

/* Erases the person from the undo data of bulk actions and imports. */

/** Leads per statement, so that it stays below the statement timeout. */
const rowsPerLook = 2_000;

/** All texts in a JSON value. */
export const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** Deletes the former values of leads that contain the person, so that no undo restores them. */
export const eraseFromUndo = async ({ db, workspaceId, matcher, receipt }: Search): Promise<number> => {
  const { activityId, list, leadId, before } = undoLeads;
  const isOwn = and(eq(undoLeads.workspaceId, workspaceId), isNotNull(before));
  const kept = await db.selectDistinct({ id: activityId }).from(undoLeads).where(isOwn);
  let erased = 0;
  for (const { id } of kept)
    for (let after = ''; ;) {
      const isNext = and(isOwn, eq(activityId, id), sql`${list} || ':' || ${leadId} > ${after}`);
      const place = sql<string>`${list} || ':' || ${leadId}`;
      const [end] = await db
        .select({ place })
        .from(undoLeads)
        .where(isNext)
        .orderBy(place)
        .offset(rowsPerLook - 1)
        .limit(1);
      const found = await db
        .select({ activityId, list, leadId, before })
        .from(undoLeads)
        .where(and(isNext, end && sql`${place} <= ${end.place}`, matcher.mayBeIn(sql`${before}::text`)));
      const named = found.filter((row) => matcher.isIn(textsIn(row.before)));
      erased += receipt === null ? named.length : 0;
      if (receipt !== null)
        for (const row of named)
          await db.transaction(async (tx) => {
            const isLead = and(eq(activityId, row.activityId), eq(list, row.list), eq(leadId, row.leadId));
            const deleted = (await tx.delete(undoLeads).where(and(isOwn, isLead))).rowCount ?? 0;
            erased += deleted;
            await addToReceipt(tx, receipt, { undo_leads: deleted });
          });
      if (!end) break;
      after = end.place;
    }
  return erased;
};

/** Clears activity texts that name the person, such as tags. */
export const eraseFromActivities = async ({ db, workspaceId, matcher, receipt }: Search): Promise<number> => {
  const { id, given } = activities;
  const found = await db
    .select({ id, given })
    .from(activities)
    .where(and(eq(activities.workspaceId, workspaceId), isNotNull(given)));
  const named = found.filter((activity) => matcher.isIn([activity.given ?? '']));
  if (receipt === null) return named.length;
  for (const activity of named)
    await db.transaction(async (tx) => {
      await tx
        .update(activities)
        .set({ given: null })
        .where(and(eq(activities.workspaceId, workspaceId), eq(id, activity.id)));
      await addToReceipt(tx, receipt, { activities: 1 });
    });
  return named.length;
};
