import { listAdAccounts as endpoints } from '#shared/contracts/adAccounts.ts';
import { platformIds } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { presentAdAccount } from './adAccounts.present.ts';
import { listAdAccounts } from './adAccounts.service.ts';

export const adAccountRoutes = (context: AppContext): Route[] =>
  platformIds.map((platform) =>
    route(endpoints[platform], async ({ caller, signal }) => {
      const accounts = await listAdAccounts(context, caller.workspaceId, platform, { patience: 'interactive', signal });
      return { accounts: accounts.map((account) => presentAdAccount(platform, account)) };
    }),
  );
