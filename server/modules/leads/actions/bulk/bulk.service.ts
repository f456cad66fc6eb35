import type { BodyOf, ResponseOf } from '#shared/contracts/endpoint.ts';
import type { BulkAction, changeLeads } from '#shared/contracts/leadBulk.ts';
import { leadLists } from '#shared/leadLists.ts';
import { bulkLimits, idempotencyKeyHours, leadWorkLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { analyzeManyRows, joinManyRows } from '#server/database/joinManyRows.ts';
import { leadWork } from '#server/database/schema.ts';
import { AppError, notFound, validationError } from '#server/lib/failures/errors.ts';
import { reached } from '#server/lib/flow/steps.ts';
import type { Member, SessionMember } from '#server/lib/http/Caller.ts';
import { newId } from '#server/lib/ids.ts';
import { storableText } from '#server/lib/storableText.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import {
  actOneAtATime,
  deleteActivity,
  insertActivity,
  lockActivity,
  trimActivities,
  updateActivity,
} from '#server/modules/leads/actions/activities.store.ts';
import { lockCustomLeads } from '#server/modules/leads/imported/customLeads.store.ts';
import { lockMerges } from '#server/modules/leads/contacts/leadMerges.store.ts';
import { eraseOneAtATime, holdErasures } from '#server/modules/leads/store/erasedLeads.store.ts';
import { publishLeadsChanged } from '#server/modules/leads/publishLeadsChanged.ts';
import { listMemberNames } from '#server/modules/leads/work/changes.store.ts';
import { lockLadder } from '#server/modules/leads/work/statuses/leadStatuses.store.ts';
import type { LeadStep } from '#server/modules/leads/work/statuses/leadStep.ts';
import { requireKnown } from '#server/modules/leads/work/fields/knownIds.ts';
import { madeNow } from '#server/modules/leads/work/fields/workChange.ts';
import type { Known, WorkChange } from '#server/modules/leads/work/fields/workFields.ts';
import { requireAccess } from '#server/modules/users/signIn/watchAccess.ts';
import { changeMany, hasFullTimeline } from './changeMany.store.ts';
import { deleteMany } from './deleteMany.store.ts';
import { readSelection } from './readSelection.ts';
import { selectLeads } from './selectLeads.store.ts';
import type { SelectedLead } from './selectLeads.store.ts';

type Body = BodyOf<typeof changeLeads>;
type Done = ResponseOf<typeof changeLeads>['data'];

const withStorableTags = (action: BulkAction): BulkAction =>
  action.kind === 'tags'
    ? { ...action, add: [...new Set(action.add.map(storableText))], remove: action.remove.map(storableText) }
    : action;

type WorkAction = Exclude<BulkAction, { kind: 'delete' }>;

const toWorkChange = (action: WorkAction): WorkChange => {
  if (action.kind === 'status') return { status: action.statusId };
  if (action.kind === 'assignee') return { assignee: action.assigneeId };
  return { tags: action };
};

/** The new status, assignee or tags as a text for people. */
const describe = (action: BulkAction, { ladder, members }: Known): string | null => {
  if (action.kind === 'delete') return null;
  if (action.kind === 'tags')
    return [...action.add.map((tag) => `+${tag}`), ...action.remove.map((tag) => `−${tag}`)].join(', ');
  const named = action.kind === 'status' ? ladder : members;
  const givenId = action.kind === 'status' ? action.statusId : action.assigneeId;
  return named.find(({ id }) => id === givenId)?.name ?? null;
};

type Running = Member & { activityId: string; step: LeadStep; known: Known };

/** @throws AppError 400 for too many tags, 409 for too many entries */
const changeWorkOf = async (
  tx: Transaction,
  { userId, workspaceId, ...running }: Running,
  change: WorkChange & { activeAt: Date },
  leads: readonly SelectedLead[],
): Promise<number> => {
  if (await hasFullTimeline(tx, workspaceId, leads))
    throw new AppError(409, 'TOO_MANY_RECORDS', messages.leadWork.tooManyEntries);
  const { changed, mostTags } = await changeMany(tx, workspaceId, leads, { ...running, authorId: userId, change });
  if (mostTags > leadWorkLimits.tags) throw validationError(messages.activity.tooManyTags(leadWorkLimits.tags));
  return changed;
};

/** A new activity id, or the activity that an earlier attempt of the same request created. */
const beginOnce = async (tx: Transaction, workspaceId: WorkspaceId, effectId: string | null, now: Date) => {
  if (effectId === null) return { id: newId(), made: null };
  const known = await lockActivity(tx, { workspaceId, id: effectId });
  const isRemembered = known && now.getTime() - known.at.getTime() < idempotencyKeyHours * 3_600_000;
  return isRemembered ? { id: known.id, made: known } : { id: known ? newId() : effectId, made: null };
};

/**
 * Runs an action on many leads in one transaction.
 * @throws AppError 400 for an unknown status or person, or for too many leads; 404 when none of the ids exists; 401 or
 * 403 when the caller no longer has access, or deletes leads without being an owner
 */
export const changeLeadsAtOnce = async (
  context: Pick<AppContext, 'clock' | 'db' | 'publisher'>,
  member: SessionMember,
  { action: given, ...selected }: Body,
  effectId: string | null,
): Promise<Done> => {
  const { clock, db } = context;
  const { workspaceId, userId } = member;
  const action = withStorableTags(given);
  const { kind } = action;
  const { lists, ...done } = await db.transaction(async (tx) => {
    const at = clock.now();
    // Members work with leads; only owners delete them.
    await requireAccess(tx, member, at, kind === 'delete' ? 'owner' : 'member');
    await actOneAtATime(tx, workspaceId);
    const { id, made } = await beginOnce(tx, workspaceId, effectId, at);
    if (made) return { activityId: id, kind, changed: made.leads, lists: [] };
    // Block erasures until the transaction ends. A deletion also blocks changes to custom leads.
    if (kind === 'delete') {
      await eraseOneAtATime(tx, workspaceId);
      await lockCustomLeads(tx, workspaceId);
    } else await holdErasures(tx, workspaceId);
    await lockLadder(tx, workspaceId, true);
    // A lead cannot be merged between its selection and its change.
    await lockMerges(tx, workspaceId);
    const selection = await readSelection({ clock, db: tx }, workspaceId, selected);
    const { step } = selection;
    const known = { ladder: step.ladder, members: await listMemberNames(tx, workspaceId) };
    if (action.kind !== 'delete') requireKnown(toWorkChange(action), known);
    await joinManyRows(tx, selection.filter.keys?.length ?? Infinity);
    const leads = await selectLeads(tx, workspaceId, selection, bulkLimits.rows + 1);
    if (leads.length > bulkLimits.rows) throw validationError(messages.activity.tooManyLeads(bulkLimits.rows));
    if (leads.length === 0 && selection.filter.keys) throw notFound();
    await joinManyRows(tx, leads.length);
    const key = { workspaceId, id };
    await insertActivity(tx, { ...key, at, authorId: userId, kind, given: describe(action, known), finishedAt: at });
    const changed =
      action.kind === 'delete'
        ? await deleteMany(tx, key, leads, at)
        : await changeWorkOf(tx, { ...member, activityId: id, step, known }, madeNow(toWorkChange(action), at), leads);
    reached('bulk.changed');
    if (changed === 0) {
      await deleteActivity(tx, key);
      return { activityId: null, kind, changed, lists: [] };
    }
    await updateActivity(tx, key, { leads: changed });
    await analyzeManyRows(tx, leadWork, changed);
    await trimActivities(tx, workspaceId);
    return {
      activityId: id,
      kind,
      changed,
      lists: kind === 'delete' ? leadLists : [...new Set(leads.map(({ list }) => list))],
    };
  });
  reached('bulk.done');
  for (const list of lists) publishLeadsChanged(context, workspaceId, list);
  return done;
};
