import { readPageRequest } from '#shared/contracts/paging.ts';
import {
  createSheetSync,
  deleteSheetSync,
  listSheetSyncRuns,
  listSheetSyncs,
  runSheetSync,
} from '#shared/contracts/sheetSyncs.ts';
import { pageSizes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { addSheetSync, listPage, listRuns, removeSheetSync, startRunNow } from './sheetSyncs.service.ts';

export const sheetSyncRoutes = (context: AppContext): Route[] => [
  route(listSheetSyncs, async ({ caller, query }) => ({
    ...(await listPage(context, caller.workspaceId, readPageRequest(query, pageSizes.sheetSyncs))),
    serviceAccount: context.sheetReader.serviceAccount,
  })),
  route(createSheetSync, async ({ caller, body, effectId }) => ({
    message: messages.sheetSyncs.added,
    data: await addSheetSync(context, caller.workspaceId, body, effectId),
  })),
  route(deleteSheetSync, async ({ caller, params }) => {
    await removeSheetSync(context, caller.workspaceId, params.id);
    return { message: messages.sheetSyncs.deleted };
  }),
  route(runSheetSync, async ({ caller, params }) => {
    await startRunNow(context, caller.workspaceId, params.id);
    return { message: messages.sheetSyncs.runStarted };
  }),
  route(listSheetSyncRuns, async ({ caller, params }) => ({
    data: await listRuns(context, caller.workspaceId, params.id),
  })),
];
