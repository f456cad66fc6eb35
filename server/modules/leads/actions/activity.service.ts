import type { ActivityDetail } from '#shared/contracts/activity.ts';
import { leadLists } from '#shared/leadLists.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { joinManyRows } from '#server/database/joinManyRows.ts';
import { AppError, notFound, ownersOnly } from '#server/lib/failures/errors.ts';
import { reached } from '#server/lib/flow/steps.ts';
import type { Caller, SessionMember } from '#server/lib/http/Caller.ts';
import { lockCustomLeads } from '#server/modules/leads/imported/customLeads.store.ts';
import { lockMerges } from '#server/modules/leads/contacts/leadMerges.store.ts';
import { eraseOneAtATime, holdErasures } from '#server/modules/leads/store/erasedLeads.store.ts';
import { keptSince } from '#server/modules/leads/store/keptSince.ts';
import { publishLeadsChanged } from '#server/modules/leads/publishLeadsChanged.ts';
import { listMemberNames } from '#server/modules/leads/work/changes.store.ts';
import { toPublicId } from '#server/modules/leads/work/leadKey.ts';
import { lockLadder, readLadder } from '#server/modules/leads/work/statuses/leadStatuses.store.ts';
import { requireAccess } from '#server/modules/users/signIn/watchAccess.ts';
import { actOneAtATime, findActivity, lockActivity, updateActivity } from './activities.store.ts';
import type { ActivityRow } from './activities.store.ts';
import { mayUndo, presentActivity, undoableUntil } from './activity.present.ts';
import { undoDeletion } from './undo/undoDeletion.store.ts';
import { undoImport } from './undo/undoImport.store.ts';
import { dropUndone, listLeft } from './undo/undoLeads.store.ts';
import type { Undone } from './undo/undoLeads.store.ts';
import { undoWork } from './undo/undoWork.store.ts';

type Context = Pick<AppContext, 'clock' | 'db' | 'env' | 'publisher'>;

/** An activity, with the leads that its undo skipped. @throws AppError 404 */
export const readActivity = async (
  { clock, db }: Pick<AppContext, 'clock' | 'db'>,
  { workspaceId, role }: Pick<Caller, 'workspaceId' | 'role'>,
  id: string,
): Promise<ActivityDetail> => {
  const key = { workspaceId, id };
  const found = await findActivity(db, key);
  if (!found) throw notFound();
  const left = found.left > 0 ? await listLeft(db, key) : [];
  return {
    ...presentActivity(found, clock.now(), role),
    leftLeads: left.map(({ name, ...lead }) => ({ id: toPublicId(lead), name })),
  };
};

const restore = async (context: Context, tx: Transaction, activity: ActivityRow): Promise<Undone> => {
  const { workspaceId } = activity;
  const now = context.clock.now();
  if (activity.kind === 'import' || activity.kind === 'delete') {
    await eraseOneAtATime(tx, workspaceId);
    await lockCustomLeads(tx, workspaceId);
  } else await holdErasures(tx, workspaceId);
  if (activity.kind === 'import') return undoImport(tx, activity, now);
  await lockLadder(tx, workspaceId, true);
  const work = { ladder: await readLadder(tx, workspaceId), members: await listMemberNames(tx, workspaceId) };
  // A lead cannot be merged between the check and its change.
  await lockMerges(tx, workspaceId);
  if (activity.kind !== 'delete') return undoWork(tx, activity, work);
  return undoDeletion(tx, { ...activity, ladder: work.ladder, now, since: keptSince(context) });
};

/** Locks an activity and the caller's access to undo it. @throws AppError 401, 403, 404, 409 UNDO_EXPIRED */
const lockUndoable = async (tx: Transaction, caller: SessionMember, id: string, now: Date) => {
  const { workspaceId } = caller;
  const role = await requireAccess(tx, caller, now);
  await actOneAtATime(tx, workspaceId);
  const activity = await lockActivity(tx, { workspaceId, id });
  if (!activity?.finishedAt) throw notFound();
  if (!mayUndo(role, activity.kind)) throw ownersOnly();
  if (!activity.undoneAt && (!activity.hasUndo || now >= undoableUntil(activity.at)))
    throw new AppError(409, 'UNDO_EXPIRED', messages.activity.undoExpired);
  return activity;
};

/**
 * Restores the state before an activity in one transaction, except for leads that were changed since. A repeated undo
 * changes nothing and returns the same result. An undo that would restore nothing is refused and can be retried later.
 * @throws AppError 401, 403, 404, 409 UNDO_EXPIRED or NOTHING_TO_UNDO
 */
export const undo = async (context: Context, caller: Caller, id: string): Promise<ActivityDetail> => {
  const { clock, db } = context;
  const { userId, workspaceId } = caller;
  const key = { workspaceId, id };
  await db.transaction(async (tx) => {
    const now = clock.now();
    const activity = await lockUndoable(tx, caller, id, now);
    if (activity.undoneAt) return;
    await joinManyRows(tx, activity.leads + activity.updated);
    const undone = await restore(context, tx, activity);
    if (undone.restored === 0 && undone.left > 0)
      throw new AppError(409, 'NOTHING_TO_UNDO', messages.activity.nothingToUndo);
    reached('undo.restored');
    await dropUndone(tx, key);
    await updateActivity(tx, key, { undoneAt: now, undoneBy: userId, liftedMarks: [], ...undone });
  });
  reached('undo.done');
  for (const list of leadLists) publishLeadsChanged(context, workspaceId, list);
  return readActivity(context, caller, id);
};

/** Rolls back the transaction of a preview. */
class PreviewEnd extends Error {
  override readonly name = 'PreviewEnd';
}

/** Undoes an activity and rolls the undo back. @throws like `undo`, except NOTHING_TO_UNDO */
export const tryUndo = async (context: Context, caller: Caller, id: string): Promise<Undone> => {
  let undone: Undone = { restored: 0, left: 0 };
  try {
    await context.db.transaction(async (tx) => {
      const activity = await lockUndoable(tx, caller, id, context.clock.now());
      await joinManyRows(tx, activity.leads + activity.updated);
      const { restored, left } = activity.undoneAt ? activity : await restore(context, tx, activity);
      undone = { restored, left };
      throw new PreviewEnd();
    });
  } catch (error) {
    if (!(error instanceof PreviewEnd)) throw error;
  }
  return undone;
};
