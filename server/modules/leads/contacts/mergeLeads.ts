import { randomInt } from 'node:crypto';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { mergeLeads as mergeCall } from '#shared/contracts/duplicates.ts';
import type { LeadDetail } from '#shared/contracts/leadWork.ts';
import { duplicateLimits, leadWorkLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import type { Work } from '#server/database/schema/leadWork.ts';
import { AppError, notFound, validationError } from '#server/lib/failures/errors.ts';
import type { SessionMember } from '#server/lib/http/Caller.ts';
import { newId } from '#server/lib/ids.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { applyChange, oneLead } from '#server/modules/leads/work/applyChange.store.ts';
import { addEntries, countEntries, hasEntry, holdWork, lockWork } from '#server/modules/leads/work/changes.store.ts';
import { toPublicId } from '#server/modules/leads/work/leadKey.ts';
import type { LeadKey } from '#server/modules/leads/work/leadKey.ts';
import { lockLadder } from '#server/modules/leads/work/statuses/leadStatuses.store.ts';
import { readLeadStep } from '#server/modules/leads/work/statuses/leadStep.ts';
import type { LeadStep } from '#server/modules/leads/work/statuses/leadStep.ts';
import { readWorkedLead, requireKey, requireVersion } from '#server/modules/leads/work/leadWork.service.ts';
import { findWorkedLead } from '#server/modules/leads/work/leadWork.store.ts';
import type { WorkedLeadDetail } from '#server/modules/leads/work/leadWork.store.ts';
import { isWon } from '#server/modules/leads/work/fields/workFields.ts';
import type { WorkRow } from '#server/modules/leads/work/fields/workFields.ts';
import { toWork } from '#server/modules/leads/work/fields/workRow.ts';
import { holdErasures } from '#server/modules/leads/store/erasedLeads.store.ts';
import { publishLeadsChanged } from '#server/modules/leads/publishLeadsChanged.ts';
import {
  insertMerges,
  listDescendants,
  listMergesInto,
  lockMerges,
  setMergedInto,
  updateMerge,
} from './leadMerges.store.ts';
import { changesBetween, mergeChange } from './mergeWork.ts';
import type { Sources } from './mergeWork.ts';
import { requireAccess } from '#server/modules/users/signIn/watchAccess.ts';

/**
 * A random version for a lead that others are merged into. A separation restores the version from before the merge. The
 * versions after it must not repeat, or else a page that still shows the merged lead could change the separated lead.
 */
export const newMergedVersion = (): number => 1_000_000_000 + randomInt(1_000_000_000);

type Merge = BodyOf<typeof mergeCall>;

/** A lead that is merged, or merged into. */
type Held = {
  id: string;
  key: LeadKey;
  row: WorkRow;
  isNew: boolean;
  work: Work;
  shownId: string;
  arrival: Pick<WorkedLeadDetail, 'createdAt' | 'arrivedStatusId'>;
  /** The leads that were merged into this lead. */
  below: readonly LeadKey[];
};

const holdLead = async (tx: Transaction, workspaceId: WorkspaceId, step: LeadStep, key: LeadKey): Promise<Held> => {
  const lead = await findWorkedLead(tx, workspaceId, step, key);
  if (!lead) throw notFound();
  const { work: row, isNew } = await holdWork(tx, workspaceId, key, new Date(lead.createdAt));
  const id = toPublicId(key);
  if (row.mergedInto !== null)
    throw new AppError(409, 'LEAD_MERGED', messages.duplicates.alreadyMerged(lead.name || id));
  const work = toWork(row);
  const shownId = work.status ?? lead.arrivedStatusId;
  const below = await listDescendants(tx, workspaceId, id);
  return { id, key, row, isNew, work, shownId, arrival: lead, below };
};

const holdAll = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  step: LeadStep,
  ids: readonly string[],
): Promise<Map<string, Held>> => {
  const held = new Map<string, Held>();
  for (const id of ids.toSorted()) held.set(id, await holdLead(tx, workspaceId, step, requireKey(id)));
  return held;
};

/** Chooses the leads that provide the status, the assignee and the value. @throws AppError 400 */
const chooseSources = (
  leads: readonly [Held, ...Held[]],
  take: Merge['take'],
  { ladder, firstId }: LeadStep,
): Sources => {
  const source = (chosen: string | undefined, has: (lead: Held) => boolean): Held | undefined => {
    const lead = chosen === undefined ? leads.find(has) : leads.find(({ id }) => id === chosen);
    if (chosen !== undefined && !lead) throw validationError(messages.duplicates.takenFromOther);
    return lead;
  };
  const status = source(take?.status, ({ work, shownId }) => work.status !== null || shownId !== firstId);
  const assignee = source(take?.assignee, ({ work }) => work.assignee !== null);
  const value = source(take?.value, ({ work }) => work.value !== null);
  const { shownId: statusId } = status ?? leads[0];
  const hasValue = isWon(ladder, statusId);
  if (!hasValue && take?.value !== undefined && value?.work.value)
    throw validationError(messages.duplicates.onlyWonHasValue);
  return { status: status?.id, statusId, assignee: assignee?.id, value: hasValue ? value?.id : undefined };
};

const checkLimits = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  [into, ...from]: readonly [Held, ...Held[]],
): Promise<void> => {
  const leads = [into, ...from].reduce((sum, { below }) => sum + 1 + below.length, 0);
  if (leads > duplicateLimits.leadsPerLead)
    throw new AppError(409, 'TOO_MANY_RECORDS', messages.duplicates.tooManyLeads(duplicateLimits.leadsPerLead));
  const tags = new Set([into, ...from].flatMap(({ work }) => work.tags)).size;
  if (tags > leadWorkLimits.tags)
    throw new AppError(409, 'TOO_MANY_RECORDS', messages.duplicates.tooManyTags(tags, leadWorkLimits.tags));
  if ((await countEntries(tx, workspaceId, into.key)) + from.length > leadWorkLimits.entries)
    throw new AppError(409, 'TOO_MANY_RECORDS', messages.leadWork.tooManyEntries);
};

type Given = { merge: Merge; ifMatch: string | undefined; effectId: string | null };

const storeMerge = async (
  tx: Transaction,
  member: SessionMember,
  { merge: { into: intoId, from: others, take }, ifMatch, effectId, at }: Given & { at: Date },
): Promise<void> => {
  const { userId, workspaceId } = member;
  await requireAccess(tx, member, at);
  await holdErasures(tx, workspaceId);
  await lockLadder(tx, workspaceId, true);
  await lockMerges(tx, workspaceId);
  if (effectId !== null && (await hasEntry(tx, workspaceId, requireKey(intoId), effectId))) return;
  const ids = [intoId, ...others.map(({ id }) => id)];
  if (new Set(ids).size < ids.length) throw validationError(messages.duplicates.twice);
  const versions = new Map([
    [intoId, requireVersion(ifMatch)],
    ...others.map(({ id, version }) => [id, version] as const),
  ]);
  const step = await readLeadStep(tx, workspaceId);
  const held = await holdAll(tx, workspaceId, step, ids);
  const [into, ...from] = ids.flatMap((id) => held.get(id) ?? []);
  if (!into) throw notFound();
  for (const { id, row } of [into, ...from])
    if (versions.get(id) !== row.version)
      throw new AppError(412, 'CHANGED_MEANWHILE', messages.duplicates.changedMeanwhile);
  await checkLimits(tx, workspaceId, [into, ...from]);
  const sources = chooseSources([into, ...from], take, step);

  const earlier = await listMergesInto(tx, workspaceId, intoId);
  const [first] = earlier;
  const unchanged = first && first.mergedVersion === into.row.version ? first.baseVersion : null;
  const baseVersion = first ? unchanged : into.isNew ? -1 : into.row.version;
  const mergedVersion = newMergedVersion();
  for (const merge of earlier) await updateMerge(tx, workspaceId, merge, { baseVersion, mergedVersion });
  let position = earlier.at(-1)?.position ?? 0;
  const activeAt = new Date(Math.max(at.getTime(), into.row.activeAt.getTime()));
  const merges = [];
  let { work } = into;
  for (const other of from) {
    position += 1;
    await applyChange(tx, workspaceId, {
      leads: oneLead(into.key, into.arrival),
      change: mergeChange(other, sources, activeAt),
      known: { ladder: step.ladder, members: [] },
      entries: null,
      version: mergedVersion,
    });
    const next = toWork(await lockWork(tx, workspaceId, into.key));
    merges.push({
      ...other.key,
      workspaceId,
      intoId,
      position,
      mergedAt: at,
      mergedBy: userId,
      madeWork: other.isNew,
      changes: changesBetween(work, next),
      baseVersion,
      mergedVersion,
    });
    work = next;
  }
  await insertMerges(tx, merges);
  const shown = from.flatMap(({ key, below }) => [key, ...below]);
  await setMergedInto(tx, workspaceId, shown, intoId);
  const entries = from.map(({ id }, index) => ({
    id: index === 0 && effectId !== null ? effectId : newId(),
    kind: 'merged' as const,
    after: id,
  }));
  await addEntries(tx, workspaceId, into.key, { at, authorId: userId, entries });
};

/**
 * Merges leads into one surviving lead.
 * @param ifMatch the version of the surviving lead
 * @throws AppError 400; 404; 409 for a lead that is merged already or would exceed a limit; 412 when a lead has changed
 */
export const mergeLeads = async (
  context: Pick<AppContext, 'clock' | 'db' | 'publisher'>,
  member: SessionMember,
  given: Given,
): Promise<LeadDetail> => {
  const { clock, db } = context;
  const { workspaceId } = member;
  const { into, from } = given.merge;
  const keys = [into, ...from.map(({ id }) => id)].map(requireKey);
  await db.transaction((tx) => storeMerge(tx, member, { ...given, at: clock.now() }));
  for (const list of new Set(keys.map((key) => key.list))) publishLeadsChanged(context, workspaceId, list);
  return readWorkedLead(db, workspaceId, into);
};
