import { listFacebookLeads, listLeads } from '#shared/contracts/leads.ts';
import { readPageRequest, toPageFields } from '#shared/contracts/paging.ts';
import { pageSizes } from '#shared/limits.ts';
import { leadPlatformIds } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { listStoredLeads } from './store/leadList.store.ts';
import { presentFormLead, presentLead } from './leads.present.ts';
import { readFacebookLeads } from './facebookLeads.service.ts';
import { requestLeadRead } from './collect/reconcile/requestLeadRead.ts';

export const leadRoutes = (context: AppContext): Route[] => [
  ...leadPlatformIds.map((platform) =>
    route(listLeads[platform], async ({ caller, query }) => {
      const { workspaceId } = caller;
      const request = readPageRequest(query, pageSizes.leads);
      const found = await listStoredLeads(context.db, workspaceId, platform, request, query.search);
      const { rows, totalItems, isTotalEstimated, isReadDue } = found;
      if (isReadDue) await requestLeadRead(context, { workspaceId, platform });
      return { data: rows.map(presentLead), ...toPageFields(request, totalItems, isTotalEstimated) };
    }),
  ),

  route(listFacebookLeads, async ({ caller, query, signal, aside }) => {
    const isPaged = query.page !== undefined || query.limit !== undefined;
    const page = isPaged ? readPageRequest(query, pageSizes.leads) : null;
    const { rows, pageFields } = await readFacebookLeads(context, caller.workspaceId, page, { signal, aside });
    return { ...pageFields, data: { data: rows.map(presentFormLead), ...pageFields, success: true } };
  }),
];
