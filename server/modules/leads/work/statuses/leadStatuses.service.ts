import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { LeadStatusUse, saveLeadStatuses } from '#shared/contracts/leadWork.ts';
import { leadLists } from '#shared/leadLists.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';
import { leadWorkLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { AppError, validationError } from '#server/lib/failures/errors.ts';
import type { Member } from '#server/lib/http/Caller.ts';
import { newId } from '#server/lib/ids.ts';
import { storableText } from '#server/lib/storableText.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { publishLeadsChanged } from '#server/modules/leads/publishLeadsChanged.ts';
import { countLeadsByStep, lockLadder, readLadder, replaceLadder } from './leadStatuses.store.ts';
import { meaningsOf, readMappedTexts, toStatusText } from './leadStep.ts';
import { moveLeads } from './moveLeads.store.ts';
import {
  countMappedTexts,
  deleteTextsOfOtherSteps,
  listImportedStatuses,
  saveMappedTexts,
} from './statusTexts.store.ts';

type Ladder = BodyOf<typeof saveLeadStatuses>;

/** Reads the given steps, and adds ids to new steps. @throws AppError 400 */
const readSteps = ({ statuses }: Ladder, known: readonly LeadStatus[]): LeadStatus[] => {
  const given = statuses.map(({ id, ...step }) => {
    if (id !== undefined && !known.some((each) => each.id === id))
      throw validationError(messages.leadWork.unknownStatus);
    return { ...step, id: id ?? newId() };
  });
  const distinct = (of: (step: LeadStatus) => string) => new Set(given.map(of)).size === given.length;
  if (!distinct(({ id }) => id) || !distinct(({ name }) => name.toLowerCase()))
    throw validationError(messages.leadWork.statusNamesDiffer);
  if (!given.some(({ meaning }) => meaning === 'new')) throw validationError(messages.leadWork.newStatusMissing);
  return given;
};

/** @throws AppError 400 for an unknown step, 409 for too many texts */
const saveTexts = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  { texts = [] }: Ladder,
  steps: readonly LeadStatus[],
): Promise<void> => {
  const isStep = (id: string | null) => id === null || steps.some((step) => step.id === id);
  if (!texts.every(({ statusId }) => isStep(statusId))) throw validationError(messages.leadWork.unknownStatus);
  const byText = new Map(texts.map(({ text, statusId }) => [toStatusText(storableText(text)), statusId]));
  await saveMappedTexts(tx, workspaceId, byText);
  await deleteTextsOfOtherSteps(
    tx,
    workspaceId,
    steps.map(({ id }) => id),
  );
  if ((await countMappedTexts(tx, workspaceId)) > leadWorkLimits.statusTexts)
    throw new AppError(409, 'TOO_MANY_RECORDS', messages.leadWork.tooManyTexts);
};

/**
 * Replaces the ladder of a workspace. Moves the leads of removed steps as given in `moves`.
 * @throws AppError 400 for an unknown id, equal names, or no step that means new; 409 for a removed step that is still
 *   in use; 412 when the ladder has changed since it was read
 */
export const saveLadder = async (
  context: Pick<AppContext, 'clock' | 'db' | 'publisher'>,
  { workspaceId, userId }: Member,
  ladder: Ladder,
): Promise<LeadStatus[]> => {
  const { clock, db } = context;
  const saved = await db.transaction(async (tx) => {
    await lockLadder(tx, workspaceId, false);
    const known = await readLadder(tx, workspaceId);
    if (ladder.basedOn && !isDeepStrictEqual(ladder.basedOn, known))
      throw new AppError(412, 'CHANGED_MEANWHILE', messages.leadWork.statusesChangedMeanwhile);
    const given = readSteps(ladder, known);
    const used = await countLeadsByStep(tx, workspaceId);
    for (const from of known.filter(({ id }) => !given.some((step) => step.id === id))) {
      const move = ladder.moves?.find((each) => each.from === from.id);
      const to = given.find(({ id }) => id === move?.to);
      if (move && !to) throw validationError(messages.leadWork.unknownStatus);
      const leads = used.get(from.id);
      if (to) await moveLeads(tx, workspaceId, { from, to, at: clock.now(), authorId: userId });
      else if (leads) throw new AppError(409, 'STATUS_IN_USE', messages.leadWork.statusInUse(from.name, leads));
    }
    await replaceLadder(tx, workspaceId, given);
    await saveTexts(tx, workspaceId, ladder, given);
    return given;
  });
  for (const list of leadLists) publishLeadsChanged(context, workspaceId, list);
  return saved;
};

/** The lead count of each step, and the steps that imported status texts map to. */
export const readStatusUse = async (db: Queryable, workspaceId: WorkspaceId): Promise<LeadStatusUse> => {
  const ladder = await readLadder(db, workspaceId);
  const mapped = await readMappedTexts(db, workspaceId);
  const meanings = meaningsOf(ladder, mapped);
  const used = await countLeadsByStep(db, workspaceId);
  return {
    steps: ladder.map(({ id }) => ({ id, leads: used.get(id) ?? 0 })),
    texts: (await listImportedStatuses(db, workspaceId)).map(({ key, text, leads }) => ({
      text,
      leads,
      statusId: meanings.get(key) ?? null,
      isMapped: mapped.some((each) => each.text === key),
    })),
  };
};
