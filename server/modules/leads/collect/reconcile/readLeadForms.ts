import pLimit from 'p-limit';
import { messages } from '#shared/messages.ts';
import { AppError, notConnected } from '#server/lib/failures/errors.ts';
import { findConnection } from '#server/modules/connections/connections.store.ts';
import type { ConnectionRow } from '#server/modules/connections/connections.store.ts';
import { findMissing } from '#server/modules/connections/consent/grantedScopes.ts';
import { platformOf } from '#server/providers/platformOf.ts';
import { storeUnderLease } from './leadLease.ts';
import { listLeadPages, replaceLeadPages } from './leadPages.store.ts';
import type { LeadPageRow } from './leadPages.store.ts';
import { callPlatform, sealPageToken } from './leadReading.ts';
import type { LeadReading } from './leadReading.ts';
import { readLeadPage } from './readLeadPage.ts';
import { registerCallback } from '#server/modules/leads/collect/webhooks/subscribeLeadPages.ts';

/** Pages of one connection that are read in parallel. */
const parallelPages = 3;

/** @throws AppError 403 without a connection, 409 when its grant does not allow reading leads */
const requireLeadScopes = async ({ context, lease, source }: LeadReading): Promise<ConnectionRow> => {
  const { workspaceId, platform } = lease;
  const connection = await findConnection(context.db, workspaceId, platform);
  if (!connection) throw notConnected(platform);
  const missing = findMissing(platformOf(context.platforms, platform).neededScopes, connection.grantedScopes);
  const needed = missing.filter(({ scope }) => source.leadScopes.includes(scope));
  if (needed.length > 0)
    throw new AppError(
      409,
      'SCOPE_MISSING',
      messages.leads.scopeMissing(
        platform,
        needed.map(({ meaning }) => meaning),
      ),
    );
  return connection;
};

const listPages = async ({ context, lease, source, signal }: LeadReading): Promise<LeadPageRow[]> => {
  const listed = await callPlatform(context, lease, signal, (call) => source.listPages(call));
  const pages = [...new Map(listed.map((page) => [page.id, page])).values()];
  return storeUnderLease(context, lease, async (tx) => {
    const rows = pages.map((page) => ({
      pageId: page.id,
      name: page.name,
      accessToken: sealPageToken(context, lease, page),
    }));
    await replaceLeadPages(tx, lease, rows, context.clock.now());
    return listLeadPages(tx, lease);
  });
};

/**
 * Updates the Pages, forms and leads of a connection.
 * @throws failures of the whole connection; a failure of a Page or form is recorded there and in `problems`
 */
export const readLeadForms = async (given: LeadReading): Promise<void> => {
  const connection = await requireLeadScopes(given);
  await registerCallback(given, connection.connectedAt);
  const pages = await listPages(given);

  // After a failure that concerns all Pages, the remaining Pages are skipped.
  const siblings = new AbortController();
  const reading = { ...given, signal: AbortSignal.any([given.signal, siblings.signal]) };
  const limit = pLimit(parallelPages);
  let failure: { error: unknown } | null = null;
  await Promise.all(
    pages.map((page) =>
      limit(async () => {
        if (failure) return;
        try {
          await readLeadPage(reading, page);
        } catch (error) {
          failure ??= { error };
          siblings.abort();
        }
      }),
    ),
  );
  if (failure !== null) throw (failure as { error: unknown }).error;
};
