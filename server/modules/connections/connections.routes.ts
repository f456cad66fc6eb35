import { connectedAccounts, disconnect, finishConnection, listConnections } from '#shared/contracts/connections.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { readCurrentWorkspace } from '#server/flows/readCurrentWorkspace.ts';
import { createBeginGrant } from '#server/flows/grants/beginGrant.ts';
import { finishConsent } from './consent/consent.service.ts';
import { presentConnectedAccounts } from './connections.present.ts';
import { readConnections } from './connections.service.ts';
import { listStoredConnections } from './connections.store.ts';
import { disconnectPlatform } from '#server/flows/grants/endGrant.ts';

export const connectionRoutes = (context: AppContext): Route[] => [
  route(connectedAccounts, async ({ caller }) => {
    const rows = await listStoredConnections(context.db, caller.workspaceId);
    const data = presentConnectedAccounts(rows, context.clock.now());
    return { data: { ...data, data }, workspace: await readCurrentWorkspace(context, caller) };
  }),

  route(listConnections, async ({ caller }) => ({ data: await readConnections(context, caller.workspaceId) })),

  route(finishConnection, async ({ caller, body }) => {
    const { message, platform, missingScopes } = await finishConsent(
      { ...context, beginGrant: createBeginGrant(context) },
      caller,
      body.state,
    );
    return { message, data: { platform, missingScopes } };
  }),

  route(disconnect, async ({ caller, params }) => ({
    message: await disconnectPlatform(context, caller.workspaceId, params.platform),
  })),
];
