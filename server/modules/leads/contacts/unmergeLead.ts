import { messages } from '#shared/messages.ts';
import type { LeadDetail } from '#shared/contracts/leadWork.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { AppError, notFound } from '#server/lib/failures/errors.ts';
import type { Member, SessionMember } from '#server/lib/http/Caller.ts';
import { newId } from '#server/lib/ids.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import {
  addEntries,
  holdWork,
  listMemberNames,
  listOwnKindsSince,
  updateWork,
} from '#server/modules/leads/work/changes.store.ts';
import { readPublicId, toPublicId } from '#server/modules/leads/work/leadKey.ts';
import type { LeadKey } from '#server/modules/leads/work/leadKey.ts';
import { lockLadder } from '#server/modules/leads/work/statuses/leadStatuses.store.ts';
import { readLeadStep } from '#server/modules/leads/work/statuses/leadStep.ts';
import type { LeadStep } from '#server/modules/leads/work/statuses/leadStep.ts';
import { readWorkedLead, requireKey } from '#server/modules/leads/work/leadWork.service.ts';
import { findWorkedLead } from '#server/modules/leads/work/leadWork.store.ts';
import { stillKnown } from '#server/modules/leads/work/fields/knownIds.ts';
import type { WorkRow } from '#server/modules/leads/work/fields/workFields.ts';
import { isUntouched, toColumns, toWork } from '#server/modules/leads/work/fields/workRow.ts';
import { holdErasures } from '#server/modules/leads/store/erasedLeads.store.ts';
import { publishLeadsChanged } from '#server/modules/leads/publishLeadsChanged.ts';
import {
  deleteMerge,
  deleteWork,
  findMerge,
  findMergedInto,
  listDescendants,
  listMergesInto,
  lockMerges,
  setMergedInto,
  updateMerge,
} from './leadMerges.store.ts';
import type { MergeRow } from './leadMerges.store.ts';
import { newMergedVersion } from './mergeLeads.ts';
import { undoMerge } from './mergeWork.ts';
import { requireAccess } from '#server/modules/users/signIn/watchAccess.ts';

/** A lead as it arrived. */
type Arrival = { name: string; arrivedAt: Date; statusId: string };

const arrivalOf = async (tx: Transaction, workspaceId: WorkspaceId, step: LeadStep, key: LeadKey): Promise<Arrival> => {
  const lead = await findWorkedLead(tx, workspaceId, step, key);
  if (!lead) throw notFound();
  return { name: lead.name || toPublicId(key), arrivedAt: new Date(lead.createdAt), statusId: lead.arrivedStatusId };
};

type Separated = { into: LeadKey; stayed: string };

/** Restores the surviving lead to its state before the merge. */
const restoreOther = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  step: LeadStep,
  into: LeadKey,
  { merge, row, arrivedAt, statusId }: { merge: MergeRow; row: WorkRow } & Arrival,
): Promise<void> => {
  const siblings = (await listMergesInto(tx, workspaceId, merge.intoId)).filter(
    ({ list, leadId }) => list !== merge.list || leadId !== merge.leadId,
  );
  const later = siblings.filter(({ position }) => position > merge.position);
  const laterWork = [];
  for (const each of later) {
    const { work } = await holdWork(tx, workspaceId, each, arrivedAt);
    laterWork.push({ changes: each.changes, tags: work.tags });
  }
  const before = toWork(row);
  const undone = undoMerge(before, merge.changes, laterWork);
  const known = { ladder: step.ladder, members: await listMemberNames(tx, workspaceId) };
  const work = stillKnown(undone.work, { present: before, arrivedId: statusId, known });
  const baseVersion = row.version === merge.mergedVersion ? merge.baseVersion : null;
  if (siblings.length > 0) {
    const mergedVersion = newMergedVersion();
    for (const each of siblings) {
      const changes = undone.later[later.indexOf(each)] ?? each.changes;
      await updateMerge(tx, workspaceId, each, { changes, baseVersion, mergedVersion });
    }
    await updateWork(tx, workspaceId, into, { ...toColumns(work), version: mergedVersion });
  } else if (baseVersion === -1 && isUntouched(work, arrivedAt)) await deleteWork(tx, workspaceId, into);
  else {
    const version = baseVersion === null ? row.version + 1 : Math.max(baseVersion, 0);
    await updateWork(tx, workspaceId, into, { ...toColumns(work), version });
  }
};

const separate = async (
  tx: Transaction,
  { userId, workspaceId }: Member,
  step: LeadStep,
  merge: MergeRow,
  at: Date,
): Promise<Separated> => {
  const key: LeadKey = { list: merge.list, leadId: merge.leadId };
  const into = readPublicId(merge.intoId);
  if (!into) throw new Error('a lead is merged into an invalid lead id');
  const other = await arrivalOf(tx, workspaceId, step, into);
  if (await findMergedInto(tx, workspaceId, into))
    throw new AppError(409, 'LEAD_MERGED', messages.duplicates.outerFirst(other.name));
  const { work: row } = await holdWork(tx, workspaceId, into, other.arrivedAt);
  const { arrivedAt } = await arrivalOf(tx, workspaceId, step, key);
  const { work: own } = await holdWork(tx, workspaceId, key, arrivedAt);
  const kinds = await listOwnKindsSince(tx, workspaceId, into, merge.mergedAt);
  await restoreOther(tx, workspaceId, step, into, { merge, row, ...other });
  await deleteMerge(tx, workspaceId, key);
  await setMergedInto(tx, workspaceId, [key], null);
  await setMergedInto(tx, workspaceId, await listDescendants(tx, workspaceId, toPublicId(key)), toPublicId(key));
  if (merge.madeWork && isUntouched(toWork(own), arrivedAt)) await deleteWork(tx, workspaceId, key);
  const stayed = kinds.join(', ');
  const entry = { id: newId(), kind: 'separated' as const, before: stayed || null, after: toPublicId(key) };
  await addEntries(tx, workspaceId, into, { at, authorId: userId, entries: [entry] });
  return { into, stayed };
};

/**
 * Separates a merged lead, or all leads that were merged into a surviving lead.
 * @throws AppError 404, 409 while the other lead is merged itself, 412 when nothing is merged
 */
export const unmergeLead = async (
  context: Pick<AppContext, 'clock' | 'db' | 'publisher'>,
  member: SessionMember,
  id: string,
): Promise<{ message: string; data: LeadDetail }> => {
  const { clock, db } = context;
  const { workspaceId } = member;
  const key = requireKey(id);
  const lists = new Set([key.list]);
  const { into, stayed } = await db.transaction(async (tx) => {
    await requireAccess(tx, member, clock.now());
    await holdErasures(tx, workspaceId);
    await lockLadder(tx, workspaceId, true);
    await lockMerges(tx, workspaceId);
    const step = await readLeadStep(tx, workspaceId);
    await arrivalOf(tx, workspaceId, step, key);
    const own = await findMerge(tx, workspaceId, key);
    const merges = own ? [own] : (await listMergesInto(tx, workspaceId, id)).toReversed();
    const outcomes: Separated[] = [];
    for (const merge of merges) {
      // An earlier separation may have changed this merge.
      const current = await findMerge(tx, workspaceId, merge);
      if (current) outcomes.push(await separate(tx, member, step, current, clock.now()));
      lists.add(merge.list);
    }
    const last = outcomes.at(-1);
    if (!last) throw new AppError(412, 'CHANGED_MEANWHILE', messages.duplicates.notMerged);
    return { into: last.into, stayed: outcomes.find((outcome) => outcome.stayed !== '')?.stayed ?? '' };
  });
  for (const list of lists.add(into.list)) publishLeadsChanged(context, workspaceId, list);
  return {
    message: stayed === '' ? messages.duplicates.separated : messages.duplicates.separatedExcept(stayed),
    data: await readWorkedLead(db, workspaceId, toPublicId(into)),
  };
};
