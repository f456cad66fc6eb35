import { getInsightsSummary } from '#shared/contracts/findings.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { readSummary } from './summary.service.ts';

export const summaryRoutes = (context: AppContext): Route[] => [
  route(getInsightsSummary, async ({ caller }) => ({ data: await readSummary(context, caller.workspaceId) })),
];
