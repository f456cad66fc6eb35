import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { loseConnection } from '#server/modules/connections/access/loseConnection.ts';
import { sealTokens } from '#server/modules/connections/access/tokens.ts';
import type { SignedRequest } from '#server/providers/facebook/signedRequest.ts';
import { deleteTokens, listConnectionsOf } from './metaRequests.store.ts';
import { erasePlatformJob } from '#server/modules/privacy/privacy.jobs.ts';
import { finishReceipt, insertReceipt } from '#server/modules/privacy/receipts.store.ts';

const platform = 'facebook';

/**
 * Maximum lag of Meta's clock behind ours. A request applies to connections older than itself, so a repeat does not
 * affect a later grant.
 */
const clockToleranceMs = 60_000;

const concernedUntil = ({ issuedAt }: SignedRequest): Date => new Date(issuedAt.getTime() + clockToleranceMs);

/** Handles the removal of our app: ends the person's connections and notifies the members. */
export const receiveDeauthorization = async (
  context: Pick<AppContext, 'logger' | 'clock' | 'db' | 'publisher' | 'secrets'>,
  request: SignedRequest,
): Promise<void> => {
  const identity = { platform, externalId: request.personId } as const;
  for (const row of await listConnectionsOf(context.db, identity, concernedUntil(request))) {
    await loseConnection(context, row, messages.privacy.removedByPlatform(platform));
    const empty = sealTokens(context.secrets, row, { accessToken: '', refreshToken: null, expiresAt: null });
    await context.db.transaction((tx) => deleteTokens(tx, row, empty.accessToken));
  }
};

/**
 * Handles a person's request to delete all data of their identity. A job deletes the data, and the receipt shows when
 * it is done. A repeated request changes nothing.
 */
export const receiveDeletionRequest = (
  context: Pick<AppContext, 'clock' | 'db' | 'jobs'>,
  request: SignedRequest,
  code: string,
): Promise<void> =>
  context.db.transaction(async (tx) => {
    const now = context.clock.now();
    if (!(await insertReceipt(tx, { code, kind: 'meta', userId: null, requestedAt: now }))) return;
    const identity = { platform, externalId: request.personId } as const;
    const rows = await listConnectionsOf(tx, identity, concernedUntil(request));
    const workspaceIds = rows.map(({ workspaceId }) => workspaceId);
    if (workspaceIds.length === 0) await finishReceipt(tx, code, now);
    else
      await context.jobs.enqueue(
        erasePlatformJob,
        { code, platform, workspaceIds },
        { transaction: tx, singletonKey: code },
      );
  });
