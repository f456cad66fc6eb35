import { fetchGoogleSheet } from '#shared/contracts/customLeads.ts';
import { listPrivateSheets, releasePrivateSheet, showSheetCode, takeOverSheet } from '#shared/contracts/sheets.ts';
import { sheetSearchLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { createThrottle } from '#server/lib/throttle.ts';
import { createUserLimit } from './createUserLimit.ts';
import { listSheets, releaseSheet, showCode, takeOver } from './privateSheets.service.ts';
import { fetchSheetCells, fetchSheetLeads } from './sheets.service.ts';

/** A sheet can have 20 MB, which stay in memory during the read. */
const readsPerUser = 2;

export const sheetRoutes = (context: AppContext): Route[] => {
  const limit = createUserLimit(readsPerUser);
  const { checks, checksMinutes } = sheetSearchLimits;
  const searches = createThrottle(context.pool, {
    name: 'sheet-code',
    limit: checks,
    windowSeconds: checksMinutes * 60,
  });
  return [
    route(fetchGoogleSheet, async ({ caller: { userId, workspaceId }, query: { url, cells }, signal }) =>
      limit(userId, async () =>
        cells === undefined
          ? { data: await fetchSheetLeads(context, workspaceId, { url, signal }) }
          : { data: [], rows: await fetchSheetCells(context, workspaceId, { url, signal }) },
      ),
    ),

    route(listPrivateSheets, async ({ caller }) => ({ data: await listSheets(context, caller.workspaceId) })),

    route(releasePrivateSheet, async ({ caller, params }) => {
      await releaseSheet(context, caller.workspaceId, params.id);
      return { message: messages.sheets.released };
    }),

    route(showSheetCode, async ({ caller, body }) => ({ data: await showCode(context, caller.workspaceId, body.url) })),

    route(takeOverSheet, async ({ caller, body, signal }) => {
      await searches.take(caller.userId);
      await limit(caller.userId, () => takeOver(context, caller, { url: body.url, signal }));
      return { message: messages.sheets.taken };
    }),
  ];
};
