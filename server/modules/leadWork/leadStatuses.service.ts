import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { saveLeadStatuses } from '#shared/contracts/leadWork.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { AppError, validationError } from '#server/lib/failures/errors.ts';
import { newId } from '#server/lib/ids.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { countLeadsAt, lockLadder, readLadder, replaceLadder } from './leadStatuses.store.ts';

/**
 * Replaces the ladder of a workspace.
 * @throws AppError 400 for an unknown id, equal names, or no step that means new; 409 for a removed step that a lead has
 */
export const saveLadder = (
  { db }: Pick<AppContext, 'db'>,
  workspaceId: WorkspaceId,
  { statuses }: BodyOf<typeof saveLeadStatuses>,
): Promise<LeadStatus[]> =>
  db.transaction(async (tx) => {
    await lockLadder(tx, workspaceId, false);
    const known = await readLadder(tx, workspaceId);
    const given = statuses.map(({ id, ...step }) => {
      if (id !== undefined && !known.some((each) => each.id === id))
        throw validationError(messages.leadWork.unknownStatus);
      return { ...step, id: id ?? newId() };
    });
    const distinct = (of: (step: LeadStatus) => string) => new Set(given.map(of)).size === given.length;
    if (!distinct(({ id }) => id) || !distinct(({ name }) => name.toLowerCase()))
      throw validationError(messages.leadWork.statusNamesDiffer);
    if (!given.some(({ meaning }) => meaning === 'new')) throw validationError(messages.leadWork.newStatusMissing);
    const removed = known.filter(({ id }) => !given.some((step) => step.id === id));
    const used = await countLeadsAt(
      tx,
      workspaceId,
      removed.map(({ id }) => id),
    );
    for (const { id, name } of removed) {
      const leads = used.get(id);
      if (leads) throw new AppError(409, 'STATUS_IN_USE', messages.leadWork.statusInUse(name, leads));
    }
    await replaceLadder(tx, workspaceId, given);
    return given;
  });
