import { importRefHeader, listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { readPageRequest, toPageFields } from '#shared/contracts/paging.ts';
import { importLimits, pageSizes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route, streamedRoute } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { presentCustomLead } from './customLeads.present.ts';
import { importPostedLeads } from './customLeads.service.ts';
import { listStoredCustomLeads } from './customLeadList.store.ts';
import { publishImportProgress } from './imports/importProgress.ts';

export const customLeadRoutes = (context: AppContext): Route[] => [
  route(listCustomLeads, async ({ caller, query }) => {
    const request = readPageRequest(query, pageSizes.customLeads);
    const { rows, totalItems, isTotalEstimated } = await listStoredCustomLeads(
      context.db,
      caller.workspaceId,
      request,
      query.search,
    );
    const paging = toPageFields(request, totalItems, isTotalEstimated);
    return { ...paging, data: { data: rows.map(presentCustomLead), ...paging, success: true } };
  }),
  streamedRoute(saveCustomLeads, importLimits.postedBytes, async (request) => {
    const { body, effectId } = request;
    const { caller } = request;
    const ref = request.header(importRefHeader)?.slice(0, 40);
    const onProgress = ref === undefined ? undefined : publishImportProgress(context, caller.workspaceId, ref);
    const { inserted, updated } = await importPostedLeads(context, caller, body, { effectId, onProgress });
    return { message: messages.customLeads.saved, data: { inserted, updated } };
  }),
];
