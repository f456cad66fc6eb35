import type { Connection } from '#shared/contracts/connections.ts';
import { platformIds } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { listAssets } from './connectionAssets.store.ts';
import { presentConnection } from './connections.present.ts';
import { listStoredConnections } from './connections.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** The connection state of each platform, with its ad accounts and Pages. */
export const readConnections = async (
  { db, platforms, clock }: Pick<AppContext, 'db' | 'platforms' | 'clock'>,
  workspaceId: WorkspaceId,
): Promise<Connection[]> => {
  const now = clock.now();
  const rows = await listStoredConnections(db, workspaceId);
  const assets = rows.length === 0 ? [] : await listAssets(db, workspaceId, now);
  return platformIds.map((platform) =>
    presentConnection(platform, platforms[platform], {
      row: rows.find((row) => row.platform === platform) ?? null,
      assets: assets.filter((asset) => asset.platform === platform),
      now,
    }),
  );
};
