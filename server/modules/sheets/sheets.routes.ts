import { fetchGoogleSheet } from '#shared/contracts/customLeads.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { createUserLimit } from './createUserLimit.ts';
import { fetchSheetLeads } from './sheets.service.ts';

/** A sheet can have twenty megabytes, which are held while it is read. */
const readsPerUser = 2;

export const sheetRoutes = (context: AppContext): Route[] => {
  const limit = createUserLimit(readsPerUser);
  return [
    route(fetchGoogleSheet, async ({ caller, query, signal }) => ({
      data: await limit(caller.userId, () => fetchSheetLeads(context, caller.userId, { url: query.url, signal })),
    })),
  ];
};
