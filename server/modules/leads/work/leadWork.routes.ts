import { changeLeads } from '#shared/contracts/leadBulk.ts';
import {
  changeLead,
  createLead,
  getLeadBoard,
  getLeadFacets,
  getLeadStatusUse,
  getWorkedLead,
  listLeadStatuses,
  listWorkedLeads,
  saveLeadStatuses,
} from '#shared/contracts/leadWork.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { addLead } from './addLead.service.ts';
import { changeLeadsAtOnce } from '#server/modules/leads/actions/bulk/bulk.service.ts';
import { readLeadBoard } from '#server/modules/leads/list/leadBoard.service.ts';
import { readLeadFacets } from '#server/modules/leads/list/leadFacets.service.ts';
import { readStatusUse, saveLadder } from './statuses/leadStatuses.service.ts';
import { readLadder } from './statuses/leadStatuses.store.ts';
import { readWorkedLeads } from '#server/modules/leads/list/leadList.service.ts';
import { changeWork, readWorkedLead } from './leadWork.service.ts';

export const leadWorkRoutes = (context: AppContext): Route[] => [
  route(listLeadStatuses, async ({ caller }) => ({ data: [...(await readLadder(context.db, caller.workspaceId))] })),
  route(saveLeadStatuses, async ({ caller, body }) => ({
    message: messages.leadWork.statusesSaved,
    data: await saveLadder(context, caller, body),
  })),
  route(getLeadStatusUse, async ({ caller }) => ({ data: await readStatusUse(context.db, caller.workspaceId) })),
  route(getLeadBoard, async ({ caller, query }) => ({
    data: await readLeadBoard(context, caller.workspaceId, query),
  })),
  route(getLeadFacets, async ({ caller }) => ({ data: await readLeadFacets(context, caller.workspaceId) })),
  route(listWorkedLeads, ({ caller, query }) => readWorkedLeads(context, caller.workspaceId, query)),
  route(getWorkedLead, async ({ caller, params }) => ({
    data: await readWorkedLead(context.db, caller.workspaceId, params.id),
  })),
  route(createLead, async ({ caller, body, effectId }) => ({
    message: messages.leadWork.added,
    data: await addLead(context, caller, body.values, effectId),
  })),
  route(changeLeads, async ({ caller, body, effectId }) => {
    const data = await changeLeadsAtOnce(context, caller, body, effectId);
    return { message: messages.activity.done(data.kind, data.changed), data };
  }),
  route(changeLead, async (request) => {
    const { caller, params, body, effectId } = request;
    const isNote = Object.keys(body).every((name) => name === 'note');
    return {
      message: isNote ? messages.leadWork.noted : messages.leadWork.changed,
      data: await changeWork(context, caller, params.id, {
        change: body,
        ifMatch: request.header('if-match'),
        effectId,
      }),
    };
  }),
];
