import type { LeadList } from '#shared/leadLists.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { changeLead, LeadDetail } from '#shared/contracts/leadWork.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';
import { leadWorkLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { AppError, notFound, validationError } from '#server/lib/failures/errors.ts';
import type { Member } from '#server/lib/http/Caller.ts';
import { newId } from '#server/lib/ids.ts';
import { storableText } from '#server/lib/storableText.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { findMergedInto, listMembers } from '#server/modules/leads/contacts/leadMerges.store.ts';
import { lockCustomLeads } from '#server/modules/leads/imported/customLeads.store.ts';
import { editCustomLead } from '#server/modules/leads/imported/editCustomLead.store.ts';
import { holdErasures } from '#server/modules/leads/store/erasedLeads.store.ts';
import { publishLeadsChanged } from '#server/modules/leads/publishLeadsChanged.ts';
import { applyChange, oneLead } from './applyChange.store.ts';
import type { Note } from './applyChange.store.ts';
import { countEntries, hasEntry, holdWork, listEntries, listMemberNames } from './changes.store.ts';
import type { EntryRow } from './changes.store.ts';
import { presentEntries } from './entries.present.ts';
import { readPublicId, toPublicId } from './leadKey.ts';
import type { LeadKey } from './leadKey.ts';
import { lockLadder } from './statuses/leadStatuses.store.ts';
import { readLeadStep } from './statuses/leadStep.ts';
import { findWorkedLead } from './leadWork.store.ts';
import type { WorkedLeadDetail } from './leadWork.store.ts';
import { requireKnown } from './fields/knownIds.ts';
import { madeNow } from './fields/workChange.ts';
import { isWon } from './fields/workFields.ts';
import type { WorkChange, WorkRow } from './fields/workFields.ts';
import { presentLead } from '#server/modules/leads/list/presentLead.ts';

/** @throws AppError 404 */
export const requireKey = (id: string): LeadKey => {
  const key = readPublicId(id);
  if (!key) throw notFound();
  return key;
};

/** A lead with its answers and timeline. @throws AppError 404 */
export const readWorkedLead = async (db: Queryable, workspaceId: WorkspaceId, id: string): Promise<LeadDetail> => {
  const key = requireKey(id);
  const row = await findWorkedLead(db, workspaceId, await readLeadStep(db, workspaceId), key);
  if (!row) throw notFound();
  const mergedInto = await findMergedInto(db, workspaceId, key);
  const members = mergedInto ? [] : await listMembers(db, workspaceId, toPublicId(key));
  const entries = await listEntries(db, workspaceId, [key, ...members], leadWorkLimits.shownEntries);
  const { answers, adId, adName, phoneE164, accountCurrency } = row;
  const { answers: _answers, ...values } = row.record ?? {};
  return {
    ...presentLead(row),
    answers: answers.filter((answer) => answer.values.some((value) => value !== '')),
    adId,
    adName,
    phoneE164,
    accountCurrency,
    entries: await presentEntries(db, workspaceId, key, entries),
    ...(row.record ? { values } : {}),
    ...(mergedInto ? { mergedInto: toPublicId(mergedInto) } : {}),
  };
};

type Change = BodyOf<typeof changeLead>;

/** Maps the fields of a request body to a change. */
const toWorkChange = ({ statusId, assigneeId, tags, value }: Change): WorkChange => ({
  ...(statusId === undefined ? {} : { status: statusId }),
  ...(assigneeId === undefined ? {} : { assignee: assigneeId }),
  ...(tags ? { tags: { all: [...new Set(tags.map(storableText))] } } : {}),
  ...(value === undefined ? {} : { value }),
});

/** @throws AppError 400 */
export const requireVersion = (ifMatch: string | undefined): number => {
  const [, version] = /^(?:W\/)?"(\d{1,10})"$/.exec(ifMatch ?? '') ?? [];
  if (version === undefined) throw validationError(messages.leadWork.versionMissing);
  return Number(version);
};

type Given = { change: Change; ifMatch: string | undefined; effectId: string | null };

type Shown = { lead: Pick<WorkedLeadDetail, 'createdAt' | 'arrivedStatusId'>; ladder: readonly LeadStatus[] };

/** Whether the newest change of a lead is the first response to it, and only a status. */
const isResponseByStatus = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  key: LeadKey,
  { respondedAt }: WorkRow,
): Promise<boolean> => {
  const [newest, ...others] = await listEntries(tx, workspaceId, [key], 2);
  const isResponse = (entry: EntryRow | undefined): boolean => entry?.at.getTime() === respondedAt?.getTime();
  return newest?.kind === 'status' && isResponse(newest) && !others.some(isResponse);
};

const storeChange = async (
  tx: Transaction,
  { userId, workspaceId }: Member,
  key: LeadKey,
  { at, lead, ladder, change: given, ifMatch, effectId }: Given & Shown & { at: Date },
): Promise<void> => {
  const { note, values, isUndo, ...fields } = given;
  const isNoteOnly = values === undefined && Object.keys(fields).length === 0;
  const { work } = await holdWork(tx, workspaceId, key, new Date(lead.createdAt));
  if (effectId !== null && (await hasEntry(tx, workspaceId, key, effectId))) return;
  if (work.mergedInto !== null) throw new AppError(409, 'LEAD_MERGED', messages.leadWork.isMerged);
  if (!isNoteOnly && requireVersion(ifMatch) !== work.version)
    throw new AppError(412, 'CHANGED_MEANWHILE', messages.leadWork.changedMeanwhile);
  const change = toWorkChange(given);
  const known = { ladder, members: await listMemberNames(tx, workspaceId) };
  requireKnown(change, known);
  if (change.value && !isWon(ladder, change.status ?? work.statusId ?? lead.arrivedStatusId))
    throw validationError(messages.leadWork.onlyWon);
  const edits = values ? await editCustomLead(tx, workspaceId, key, { values, at }) : [];
  const notes: Note[] = note === undefined ? edits : [...edits, { kind: 'note', note: storableText(note) }];
  const undone = isUndo && (await isResponseByStatus(tx, workspaceId, key, work)) ? { respondedAt: null } : {};
  const { changed } = await applyChange(tx, workspaceId, {
    leads: oneLead(key, lead),
    change: { ...madeNow(change, at, note !== undefined), ...undone },
    known,
    entries: { authorId: userId, id: effectId ?? newId(), notes },
  });
  if (changed > 0 && (await countEntries(tx, workspaceId, key)) > leadWorkLimits.entries)
    throw new AppError(409, 'TOO_MANY_RECORDS', messages.leadWork.tooManyEntries);
};

/**
 * Changes the work on a lead in one transaction.
 * @param ifMatch the version that the change is based on
 * @param effectId the id of the first entry; a change whose entry exists is not repeated
 * @throws AppError 400, 404, 409 for too many entries, 412 when the lead has changed since
 */
export const changeWork = async (
  context: Pick<AppContext, 'clock' | 'db' | 'publisher'>,
  member: Member,
  id: string,
  given: Given,
): Promise<LeadDetail> => {
  const { clock, db } = context;
  const { workspaceId } = member;
  const key = requireKey(id);
  await db.transaction(async (tx) => {
    // Block erasures until the transaction ends, so that no note outlives an erased lead.
    await holdErasures(tx, workspaceId);
    if (given.change.values) await lockCustomLeads(tx, workspaceId);
    await lockLadder(tx, workspaceId, true);
    const step = await readLeadStep(tx, workspaceId);
    const lead = await findWorkedLead(tx, workspaceId, step, key, true);
    if (!lead) throw notFound();
    await storeChange(tx, member, key, { ...given, at: clock.now(), lead, ladder: step.ladder });
  });
  for (const list of new Set<LeadList>(given.change.values ? [key.list, 'custom'] : [key.list]))
    publishLeadsChanged(context, workspaceId, list);
  return readWorkedLead(db, workspaceId, id);
};
