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
import { lockContacts } from '#server/modules/leads/contacts/leadContacts.store.ts';
import { findMergedInto, listMembers } from '#server/modules/leads/contacts/leadMerges.store.ts';
import { lockCustomLeads } from '#server/modules/leads/imported/customLeads.store.ts';
import { editCustomLead } from '#server/modules/leads/imported/editCustomLead.store.ts';
import { holdErasures } from '#server/modules/leads/store/erasedLeads.store.ts';
import { publishLeadsChanged } from '#server/modules/leads/publishLeadsChanged.ts';
import {
  addEntries,
  countEntries,
  hasEntry,
  listEntries,
  listMemberNames,
  lockWork,
  updateWork,
} from './changes.store.ts';
import type { MemberName, NewEntry, WorkRow } from './changes.store.ts';
import { presentEntries } from './entries.present.ts';
import { readPublicId, toPublicId } from './leadKey.ts';
import type { LeadKey } from './leadKey.ts';
import type { WorkedLeadRow } from '#server/modules/leads/list/leadRows.ts';
import { lockLadder } from './statuses/leadStatuses.store.ts';
import { readLeadStep } from './statuses/leadStep.ts';
import { findWorkedLead } from './leadWork.store.ts';
import { presentLead } from '#server/modules/leads/list/presentLead.ts';

/** @throws AppError 404 */
export const requireKey = (id: string): LeadKey => {
  const key = readPublicId(id);
  if (!key) throw notFound();
  return key;
};

/** A lead with everything that happened to it. @throws AppError 404 */
export const readWorkedLead = async (db: Queryable, workspaceId: WorkspaceId, id: string): Promise<LeadDetail> => {
  const key = requireKey(id);
  const row = await findWorkedLead(db, workspaceId, await readLeadStep(db, workspaceId), key);
  if (!row) throw notFound();
  const mergedInto = await findMergedInto(db, workspaceId, key);
  const members = mergedInto ? [] : await listMembers(db, workspaceId, toPublicId(key));
  const entries = await listEntries(db, workspaceId, [key, ...members], leadWorkLimits.shownEntries);
  const { answers, adId, adName } = row;
  return {
    ...presentLead(row),
    answers: answers.filter(({ values }) => values.some((value) => value !== '')),
    adId,
    adName,
    entries: await presentEntries(db, workspaceId, key, entries),
    ...(mergedInto ? { mergedInto: toPublicId(mergedInto) } : {}),
  };
};

type Change = BodyOf<typeof changeLead>;
type Known = {
  ladder: readonly LeadStatus[];
  members: readonly MemberName[];
  /** The step that the lead is shown with. */
  shownId: string;
};

const valueText = ({ amount, currency }: Pick<WorkRow, 'amount' | 'currency'>): string | null =>
  amount === null || currency === null ? null : `${amount} ${currency}`;

/** What a change does to the work on a lead, and its entries. @throws AppError 400 */
const apply = (work: WorkRow, change: Omit<Change, 'note' | 'values'>, { ladder, members, shownId }: Known) => {
  const next = { ...work };
  const entries: Omit<NewEntry, 'id'>[] = [];
  const record = (kind: NewEntry['kind'], before: string | null, after: string | null) => {
    if (before !== after) entries.push({ kind, before, after });
  };
  const stepOf = (id: string | null) => ladder.find((step) => step.id === (id ?? shownId));
  if (change.statusId !== undefined) {
    next.statusId = change.statusId;
    const step = stepOf(change.statusId);
    if (!step) throw validationError(messages.leadWork.unknownStatus);
    record('status', stepOf(work.statusId)?.name ?? null, step.name);
    // What a lead was worth does not outlive its being won.
    if (step.meaning !== 'won' && !change.value) [next.amount, next.currency] = [null, null];
  }
  if (change.assigneeId !== undefined) {
    const nameOf = (id: string | null) => members.find((member) => member.id === id)?.name ?? null;
    if (change.assigneeId !== null && nameOf(change.assigneeId) === null)
      throw validationError(messages.leadWork.unknownAssignee);
    next.assigneeId = change.assigneeId;
    if (work.assigneeId !== change.assigneeId)
      entries.push({ kind: 'assignee', before: nameOf(work.assigneeId), after: nameOf(change.assigneeId) });
  }
  if (change.tags) {
    next.tags = [...new Set(change.tags.map(storableText))];
    record('tags', work.tags.join(', ') || null, next.tags.join(', ') || null);
  }
  if (change.value !== undefined) {
    if (change.value && stepOf(next.statusId)?.meaning !== 'won') throw validationError(messages.leadWork.onlyWon);
    [next.amount, next.currency] = [change.value?.amount ?? null, change.value?.currency ?? null];
  }
  record('value', valueText(work), valueText(next));
  return { next, entries };
};

/** @throws AppError 400 */
export const requireVersion = (ifMatch: string | undefined): number => {
  const [, version] = /^(?:W\/)?"(\d{1,10})"$/.exec(ifMatch ?? '') ?? [];
  if (version === undefined) throw validationError(messages.leadWork.versionMissing);
  return Number(version);
};

type Given = { change: Change; ifMatch: string | undefined; effectId: string | null };

type Shown = { lead: Pick<WorkedLeadRow, 'createdAt' | 'statusId'>; ladder: readonly LeadStatus[] };

const storeChange = async (
  tx: Transaction,
  { userId, workspaceId }: Member,
  key: LeadKey,
  { at, lead, ladder, change, ifMatch, effectId }: Given & Shown & { at: Date },
): Promise<void> => {
  const { note, values, ...fields } = change;
  const isNoteOnly = values === undefined && Object.keys(fields).length === 0;
  const work = await lockWork(tx, workspaceId, key, new Date(lead.createdAt));
  if (effectId !== null && (await hasEntry(tx, workspaceId, key, effectId))) return;
  if (work.mergedInto !== null) throw new AppError(409, 'LEAD_MERGED', messages.leadWork.isMerged);
  if (!isNoteOnly && requireVersion(ifMatch) !== work.version)
    throw new AppError(412, 'CHANGED_MEANWHILE', messages.leadWork.changedMeanwhile);
  const members = await listMemberNames(tx, workspaceId);
  const { next, entries } = apply(work, fields, { ladder, members, shownId: work.statusId ?? lead.statusId });
  if (values) entries.push(...(await editCustomLead(tx, workspaceId, key.leadId, { values, at })));
  const noted = note === undefined ? [] : [{ kind: 'note' as const, note: storableText(note) }];
  const added: NewEntry[] = [...entries, ...noted].map((entry, index) => ({
    ...entry,
    id: index === 0 && effectId !== null ? effectId : newId(),
  }));
  if (added.length === 0) return;
  if ((await countEntries(tx, workspaceId, key)) + added.length > leadWorkLimits.entries)
    throw new AppError(409, 'TOO_MANY_RECORDS', messages.leadWork.tooManyEntries);
  await addEntries(tx, workspaceId, key, { at, authorId: userId, entries: added });
  const isResponse = added.some(({ kind }) => kind === 'status' || kind === 'note');
  await updateWork(tx, workspaceId, key, {
    ...next,
    respondedAt: work.respondedAt ?? (isResponse ? at : null),
    activeAt: at,
    version: entries.length > 0 ? work.version + 1 : work.version,
  });
};

/**
 * Changes what people made of a lead, all or nothing.
 * @param ifMatch the version that the change was made on
 * @param effectId the id of the first entry; a change with this entry is not made again
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
    // Until the transaction ends, the lead cannot be erased: its notes would outlive it.
    await holdErasures(tx, workspaceId);
    if (given.change.values) {
      if (key.list !== 'custom') throw validationError(messages.leadWork.onlyCustom);
      await lockCustomLeads(tx, workspaceId);
      await lockContacts(tx, workspaceId);
    }
    await lockLadder(tx, workspaceId, true);
    const step = await readLeadStep(tx, workspaceId);
    const lead = await findWorkedLead(tx, workspaceId, step, key);
    if (!lead) throw notFound();
    await storeChange(tx, member, key, { ...given, at: clock.now(), lead, ladder: step.ladder });
  });
  publishLeadsChanged(context, workspaceId, key.list);
  return readWorkedLead(db, workspaceId, id);
};
