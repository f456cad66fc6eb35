import type { PlatformId } from '#shared/platforms.ts';
import type { Transaction } from '#server/database/Database.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** A grant that has just become the connection of its workspace. */
export type BegunGrant = {
  workspaceId: WorkspaceId;
  platform: PlatformId;
  grantedScopes: readonly string[];
  /** Whether the old grant, if any, belonged to another person or business. */
  isOtherIdentity: boolean;
};

/**
 * Starts what a new grant allows. `server/flows/grants` implements it, because readers of metrics, readers of leads and
 * waiting exports belong to several modules.
 */
export type BeginGrant = (tx: Transaction, grant: BegunGrant) => Promise<void>;
