import { connectedAccounts, disconnect, finishConnection, listConnections } from '#shared/contracts/connections.ts';
import { platformIds } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { finishConsent } from './consent.service.ts';
import { presentConnectedAccounts, presentConnection } from './connections.present.ts';
import { listStoredConnections } from './connections.store.ts';
import { disconnectPlatform } from './disconnect.service.ts';

export const connectionRoutes = (context: AppContext): Route[] => [
  route(connectedAccounts, async ({ caller }) => {
    const rows = await listStoredConnections(context.db, caller.userId);
    const data = presentConnectedAccounts(rows, context.clock.now());
    return { data: { ...data, data } };
  }),

  route(listConnections, async ({ caller }) => {
    const rows = await listStoredConnections(context.db, caller.userId);
    const now = context.clock.now();
    const rowOf = new Map(rows.map((row) => [row.platform, row]));
    return {
      data: platformIds.map((platform) =>
        presentConnection(platform, context.platforms[platform], rowOf.get(platform) ?? null, now),
      ),
    };
  }),

  route(finishConnection, async ({ caller, body }) => {
    const { message, platform, missingScopes } = await finishConsent(context, caller.userId, body.state);
    return { message, data: { platform, missingScopes } };
  }),

  route(disconnect, async ({ caller, params }) => ({
    message: await disconnectPlatform(context, caller.userId, params.platform),
  })),
];
