import { importRefHeader, listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { readPageRequest, toPageFields } from '#shared/contracts/paging.ts';
import { importLimits, pageSizes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route, streamedRoute } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { listStoredLeads } from '#server/modules/leads/store/leadList.store.ts';
import { presentCustomLead } from './customLeads.present.ts';
import { importPostedLeads } from './customLeads.service.ts';
import { publishImportProgress } from './imports/importProgress.ts';

export const customLeadRoutes = (context: AppContext): Route[] => [
  route(listCustomLeads, async ({ caller, query }) => {
    const request = readPageRequest(query, pageSizes.customLeads);
    const found = await listStoredLeads(context.db, caller.workspaceId, 'custom', request, query.search);
    const { rows, totalItems, isTotalEstimated } = found;
    const paging = toPageFields(request, totalItems, isTotalEstimated);
    return { ...paging, data: { data: rows.map(presentCustomLead), ...paging, success: true } };
  }),
  streamedRoute(saveCustomLeads, importLimits.postedBytes, async (request) => {
    const { body, effectId } = request;
    const { caller } = request;
    const ref = request.header(importRefHeader)?.slice(0, 40);
    const onProgress = ref === undefined ? undefined : publishImportProgress(context, caller.workspaceId, ref);
    const counts = await importPostedLeads(context, caller, body, { effectId, onProgress });
    return { message: messages.customLeads.saved, data: counts };
  }),
];
