import { undoLimits } from '#shared/limits.ts';
import type { PageRequest } from '#shared/contracts/paging.ts';
import type { Database, Queryable, Transaction } from '#server/database/Database.ts';
import { deleteBefore, deleteInSteps } from '#server/database/deleteInSteps.ts';
import { alias, and, desc, eq, isNotNull, lt, sql } from '#server/database/drizzle.ts';
import { activities, undoLeads, users } from '#server/database/schema.ts';
import { deleteLeads } from '#server/modules/leads/store/deleteLeads.store.ts';
import type { OwnedLeadList } from '#server/modules/leads/store/leadCounts.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

export type ActivityRow = typeof activities.$inferSelect;
export type ActivityKey = { workspaceId: WorkspaceId; id: string };
type NewActivity = Pick<ActivityRow, 'workspaceId' | 'id' | 'at' | 'authorId' | 'kind' | 'finishedAt'> &
  Partial<Pick<ActivityRow, 'given'>>;

const isActivity = ({ workspaceId, id }: ActivityKey) =>
  and(eq(activities.workspaceId, workspaceId), eq(activities.id, id));

/** Blocks other bulk actions and undos in the workspace until the transaction ends. */
export const actOneAtATime = async (tx: Transaction, workspaceId: WorkspaceId): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`activity ${workspaceId}`}, 0))`);
};

export const insertActivity = async (tx: Transaction, activity: NewActivity): Promise<void> => {
  await tx.insert(activities).values(activity);
};

export const updateActivity = async (
  tx: Transaction,
  key: ActivityKey,
  change: Partial<typeof activities.$inferInsert>,
): Promise<void> => {
  await tx.update(activities).set(change).where(isActivity(key));
};

export const deleteActivity = async (tx: Transaction, key: ActivityKey): Promise<void> => {
  await tx.delete(activities).where(isActivity(key));
};

/** Adds the leads of an import batch to the totals of its activity. */
export const addImported = async (
  tx: Transaction,
  key: ActivityKey,
  { inserted, updated }: { inserted: number; updated: number },
): Promise<void> => {
  await tx
    .update(activities)
    .set({ leads: sql`${activities.leads} + ${inserted}`, updated: sql`${activities.updated} + ${updated}` })
    .where(isActivity(key));
};

/** Marks an import as finished, so that its activity is listed. */
export const finishImport = async (tx: Transaction, key: ActivityKey): Promise<void> => {
  await tx
    .update(activities)
    .set({ finishedAt: sql`${activities.at}` })
    .where(isActivity(key));
  await trimActivities(tx, key.workspaceId);
};

/** Locks an activity until the transaction ends. */
export const lockActivity = async (tx: Transaction, key: ActivityKey): Promise<ActivityRow | null> => {
  const [row] = await tx.select().from(activities).where(isActivity(key)).for('update');
  return row ?? null;
};

export type NamedActivity = ActivityRow & { authorName: string | null; undoneByName: string | null };

const undoers = alias(users, 'undoers');

const selectNamed = (db: Queryable) =>
  db
    .select({ activity: activities, authorName: users.name, undoneByName: undoers.name })
    .from(activities)
    .leftJoin(users, eq(users.id, activities.authorId))
    .leftJoin(undoers, eq(undoers.id, activities.undoneBy));

export const findActivity = async (db: Queryable, key: ActivityKey): Promise<NamedActivity | null> => {
  const [row] = await selectNamed(db).where(and(isActivity(key), isNotNull(activities.finishedAt)));
  return row ? { ...row.activity, authorName: row.authorName, undoneByName: row.undoneByName } : null;
};

/** A page of finished activities, newest first. */
export const listActivities = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  { page, limit }: PageRequest,
): Promise<{ rows: NamedActivity[]; totalItems: number }> => {
  const isListed = and(eq(activities.workspaceId, workspaceId), isNotNull(activities.finishedAt));
  const rows = await selectNamed(db)
    .where(isListed)
    .orderBy(desc(activities.at), desc(activities.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const totalItems = await db.$count(activities, isListed);
  return { rows: rows.map(({ activity, ...names }) => ({ ...activity, ...names })), totalItems };
};

/**
 * Keeps a workspace within its limits: deletes the undo data of the oldest activities, and all activities beyond the
 * limit. Skips an activity that is being undone at the moment.
 */
export const trimActivities = async (tx: Transaction, workspaceId: WorkspaceId): Promise<void> => {
  const isOwn = sql`workspace_id = ${workspaceId}`;
  await tx.execute(sql`
    with kept as (
      select id, sum(case kind when 'import' then updated else leads end) over (order by at desc, id) as total
      from activities where ${isOwn} and has_undo
    ), excess as (
      select id from activities where ${isOwn} and id in (select id from kept where total > ${undoLimits.keptRows})
      for update skip locked
    ), closed as (
      update activities set has_undo = false, lifted_marks = '{}' from excess where ${isOwn} and activities.id = excess.id
    )
    delete from undo_leads using excess where ${isOwn} and activity_id = excess.id`);
  await tx.execute(sql`
    delete from activities where ${isOwn} and id in (
      select id from activities where ${isOwn} order by at desc, id offset ${undoLimits.activities} for update skip locked)`);
};

/** Leads per transaction. */
const leadsPerStep = 1_000;

/** Deletes leads for good whose deletion can no longer be undone. @returns their number */
const purgeDeletedLeads = async (db: Database, now: Date, signal: AbortSignal): Promise<number> => {
  const isExpired = sql`leads.deleted_at is not null and not exists (select from activities as a
    where a.workspace_id = leads.workspace_id and a.id = leads.deleted_by and a.has_undo)`;
  const { rows } = await db.execute<OwnedLeadList>(
    sql`select distinct workspace_id as "workspaceId", list from leads where ${isExpired}`,
  );
  let purged = 0;
  for (const { workspaceId, list } of rows)
    for (let step = leadsPerStep; step === leadsPerStep; purged += step) {
      signal.throwIfAborted();
      const ids = sql`select lead_id from leads where workspace_id = ${workspaceId} and list = ${list} and ${isExpired}
        limit ${leadsPerStep}`;
      const deletion = { ids, reason: null, now };
      step = (await db.transaction((tx) => deleteLeads(tx, { workspaceId, list }, deletion))).leads;
    }
  return purged;
};

/** Deletes expired undo data and old activities. @returns the number of deleted rows by table */
export const deleteOldActivities = async (
  db: Database,
  now: Date,
  signal: AbortSignal,
): Promise<{ leads: number; undo_leads: number; activities: number }> => {
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  const expired = await db
    .select({ workspaceId: activities.workspaceId, id: activities.id })
    .from(activities)
    .where(and(eq(activities.hasUndo, true), lt(activities.at, daysAgo(undoLimits.days))));
  let undone = 0;
  for (const key of expired) {
    // Clear the flag first, so that no undo begins while its rows are deleted.
    await db.update(activities).set({ hasUndo: false, liftedMarks: [] }).where(isActivity(key));
    const isOf = and(eq(undoLeads.workspaceId, key.workspaceId), eq(undoLeads.activityId, key.id));
    undone += await deleteInSteps(db, undoLeads, { where: isOf, signal });
  }
  const leads = await purgeDeletedLeads(db, now, signal);
  const before = daysAgo(undoLimits.activitiesKeptDays);
  return {
    leads,
    undo_leads: undone,
    activities: await deleteBefore(db, activities, activities.at, before, { signal }),
  };
};
