import type { LeadFilterQuery, WorkedLeadsQuery } from '#shared/contracts/leadWork.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Queryable } from '#server/database/Database.ts';
import { validationError } from '#server/lib/failures/errors.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { listMemberNames } from '#server/modules/leads/work/changes.store.ts';
import { readPublicId } from '#server/modules/leads/work/leadKey.ts';
import { readLeadStep } from '#server/modules/leads/work/statuses/leadStep.ts';
import type { LeadChoice } from '#server/modules/leads/work/leadWork.store.ts';
import { readLeadFilter } from '#server/modules/leads/list/readLeadFilter.ts';

type Given = Pick<WorkedLeadsQuery, 'sort' | 'order'> & {
  ids?: readonly string[] | undefined;
  filter?: LeadFilterQuery | undefined;
};

/** Reads a selection of leads by id or by filter. @throws AppError 400 for neither ids nor a filter, or for both */
export const readSelection = async (
  context: Pick<AppContext, 'clock'> & { db: Queryable },
  workspaceId: WorkspaceId,
  { ids, filter, sort = 'arrival', order = 'desc' }: Given,
): Promise<LeadChoice> => {
  const { db } = context;
  if ((ids === undefined) === (filter === undefined)) throw validationError(messages.activity.selectionMissing);
  const step = await readLeadStep(db, workspaceId);
  const chosen = await readLeadFilter(context, workspaceId, filter ?? {}, step.ladder);
  const members = sort === 'assignee' ? await listMemberNames(db, workspaceId) : [];
  return {
    filter: ids ? { ...chosen, keys: ids.flatMap((id) => readPublicId(id) ?? []) } : chosen,
    order: { by: sort, isDescending: order === 'desc' },
    step,
    memberIds: members.map(({ id }) => id),
  };
};
