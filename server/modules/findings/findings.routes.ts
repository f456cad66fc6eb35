import {
  getFinding,
  listBudgets,
  listFindingCampaigns,
  listFindings,
  markFinding as markFindingEndpoint,
  saveBudget,
} from '#shared/contracts/findings.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { listBudgetsOf, setBudget } from './budgets/budgets.service.ts';
import { markFinding, readFinding, readFindingCampaigns, readFindings } from './list/findings.service.ts';

export const findingRoutes = (context: AppContext): Route[] => [
  route(listFindings, async ({ caller, query }) => ({
    data: await readFindings(context, caller.workspaceId, query),
  })),
  route(getFinding, async ({ caller, params }) => ({
    data: await readFinding(context, caller.workspaceId, params.id),
  })),
  route(markFindingEndpoint, async ({ caller, params, body }) => ({
    message: messages.findingMarks.marked(body.mark),
    data: await markFinding(context, caller, params.id, body),
  })),
  route(listFindingCampaigns, async ({ caller }) => ({
    data: await readFindingCampaigns(context, caller.workspaceId),
  })),
  route(listBudgets, async ({ caller, query }) => ({
    data: await listBudgetsOf(context, caller.workspaceId, query.month),
  })),
  route(saveBudget, async ({ caller, body }) => ({
    message: body.amount === null ? messages.budgets.removed : messages.budgets.saved,
    data: await setBudget(context, caller.workspaceId, body),
  })),
];
