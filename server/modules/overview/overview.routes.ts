import { getOverview } from '#shared/contracts/overview.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { readOverview } from './overview.service.ts';

export const overviewRoutes = (context: AppContext): Route[] => [
  route(getOverview, async ({ caller, query, signal, aside }) => ({
    data: await readOverview(context, caller, query, { signal, aside }),
  })),
];
