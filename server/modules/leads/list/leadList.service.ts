import type { WorkedLead, WorkedLeadsQuery } from '#shared/contracts/leadWork.ts';
import { readPageRequest, toPageFields } from '#shared/contracts/paging.ts';
import type { PageFields } from '#shared/contracts/paging.ts';
import { pageSizes } from '#shared/limits.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { listMemberNames } from '#server/modules/leads/work/changes.store.ts';
import { readLeadStep } from '#server/modules/leads/work/statuses/leadStep.ts';
import { listWorkedRows } from '#server/modules/leads/work/leadWork.store.ts';
import { presentLeads } from './presentLead.ts';
import { readLeadFilter } from './readLeadFilter.ts';

/** Reads a page of the leads of all lists, newest first by default. @throws AppError 400 */
export const readWorkedLeads = async (
  context: Pick<AppContext, 'clock' | 'db'>,
  workspaceId: WorkspaceId,
  query: WorkedLeadsQuery,
): Promise<{ data: WorkedLead[] } & PageFields> => {
  const { db } = context;
  const step = await readLeadStep(db, workspaceId);
  const request = readPageRequest(query, pageSizes.leads);
  const by = query.sort ?? 'arrival';
  const members = by === 'assignee' ? await listMemberNames(db, workspaceId) : [];
  const { rows, totalItems, isTotalEstimated } = await listWorkedRows(db, workspaceId, {
    filter: await readLeadFilter(context, workspaceId, query, step.ladder),
    order: { by, isDescending: (query.order ?? 'desc') === 'desc' },
    request,
    step,
    memberIds: members.map(({ id }) => id),
  });
  return {
    data: await presentLeads(db, workspaceId, rows),
    ...toPageFields(request, totalItems, isTotalEstimated),
  };
};
