import type { ActivityDetail } from '#shared/contracts/activity.ts';
import { leadLists } from '#shared/contracts/leads.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { joinManyRows } from '#server/database/joinManyRows.ts';
import { AppError, notFound } from '#server/lib/failures/errors.ts';
import { reached } from '#server/lib/flow/steps.ts';
import type { Member } from '#server/lib/http/Caller.ts';
import { lockCustomLeads } from '#server/modules/customLeads/customLeads.store.ts';
import { lockContacts } from '#server/modules/duplicates/leadContacts.store.ts';
import { lockMerges } from '#server/modules/duplicates/leadMerges.store.ts';
import { eraseOneAtATime, holdErasures } from '#server/modules/leads/lists/erasedLeads.store.ts';
import { keptSince } from '#server/modules/leads/lists/keptSince.ts';
import { publishLeadsChanged } from '#server/modules/leads/publishLeadsChanged.ts';
import { listMemberNames } from '#server/modules/leadWork/changes.store.ts';
import { toPublicId } from '#server/modules/leadWork/leadKey.ts';
import { lockLadder, readLadder } from '#server/modules/leadWork/statuses/leadStatuses.store.ts';
import { actOneAtATime, findActivity, lockActivity, updateActivity } from './activities.store.ts';
import type { ActivityKey, ActivityRow } from './activities.store.ts';
import { presentActivity, undoableUntil } from './activity.present.ts';
import { undoDeletion } from './undo/undoDeletion.store.ts';
import { restoreMerges } from './undo/restoreMerges.store.ts';
import { undoImport } from './undo/undoImport.store.ts';
import { dropTooOld, dropUndone, listLeft, listNamedUsers } from './undo/undoLeads.store.ts';
import type { Undone } from './undo/undoLeads.store.ts';
import { undoWork } from './undo/undoWork.store.ts';

type Context = Pick<AppContext, 'clock' | 'db' | 'env' | 'publisher'>;

/** An activity with the leads that its undo left. @throws AppError 404 */
export const readActivity = async (
  { clock, db }: Pick<AppContext, 'clock' | 'db'>,
  key: ActivityKey,
): Promise<ActivityDetail> => {
  const found = await findActivity(db, key);
  if (!found) throw notFound();
  const left = found.left > 0 ? await listLeft(db, key) : [];
  return {
    ...presentActivity(found, clock.now()),
    leftLeads: left.map(({ name, ...lead }) => ({ id: toPublicId(lead), name })),
  };
};

const restore = async (context: Context, tx: Transaction, activity: ActivityRow): Promise<Undone> => {
  const { workspaceId } = activity;
  const now = context.clock.now();
  if (activity.kind === 'import' || activity.kind === 'delete') {
    await eraseOneAtATime(tx, workspaceId);
    await lockCustomLeads(tx, workspaceId);
    await lockContacts(tx, workspaceId);
  } else await holdErasures(tx, workspaceId);
  if (activity.kind === 'import') return undoImport(tx, activity, now);
  await lockLadder(tx, workspaceId, true);
  const statusIds = (await readLadder(tx, workspaceId)).map(({ id }) => id);
  const memberIds = (await listMemberNames(tx, workspaceId)).map(({ id }) => id);
  // A lead cannot be merged between the check and its change.
  await lockMerges(tx, workspaceId);
  if (activity.kind !== 'delete') return undoWork(tx, activity, { statusIds, memberIds });
  const since = keptSince(context);
  if (since) await dropTooOld(tx, activity, since);
  const known = { statusIds, memberIds, userIds: await listNamedUsers(tx, activity) };
  const sum: Undone = { restored: 0, left: 0 };
  for (const list of leadLists) {
    const { restored, left } = await undoDeletion(tx, { ...activity, ...known, list });
    sum.restored += restored;
    sum.left += left;
  }
  return { ...sum, restored: sum.restored - (await restoreMerges(tx, activity, known)) };
};

/**
 * Restores what was before an activity, all of it or nothing, except for leads that somebody has changed since.
 * Repeated, it does nothing and answers the same.
 * @throws AppError 404, 409 when it is too late
 */
export const undo = async (context: Context, { userId, workspaceId }: Member, id: string): Promise<ActivityDetail> => {
  const { clock, db } = context;
  const key = { workspaceId, id };
  await db.transaction(async (tx) => {
    await actOneAtATime(tx, workspaceId);
    const activity = await lockActivity(tx, key);
    if (!activity?.finishedAt) throw notFound();
    if (activity.undoneAt) return;
    const now = clock.now();
    if (!activity.hasUndo || now >= undoableUntil(activity.at))
      throw new AppError(409, 'UNDO_EXPIRED', messages.activity.undoExpired);
    await joinManyRows(tx, activity.leads + activity.updated);
    const undone = await restore(context, tx, activity);
    reached('undo.restored');
    await dropUndone(tx, key);
    await updateActivity(tx, key, { undoneAt: now, undoneBy: userId, liftedMarks: [], ...undone });
  });
  reached('undo.done');
  for (const list of leadLists) publishLeadsChanged(context, workspaceId, list);
  return readActivity(context, key);
};
