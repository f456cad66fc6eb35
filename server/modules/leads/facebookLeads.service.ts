import type { PageFields, PageRequest } from '#shared/contracts/paging.ts';
import { toPageFields } from '#shared/contracts/paging.ts';
import { formLeadsLimit } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { notConnected, reconnectNeeded } from '#server/lib/failures/errors.ts';
import { findConnection, hasRunOut } from '#server/modules/connections/connections.store.ts';
import { platformOf } from '#server/providers/platformOf.ts';
import { listWholeLeads } from './lists/leadList.store.ts';
import type { LeadRow } from './lists/leads.store.ts';
import { problemOf } from './reconcile/readProblems.ts';
import { awaitLeadRead, requestLeadRead } from './reconcile/requestLeadRead.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** How long a list waits for the platform before it answers what is stored. */
const readWaitMs = 10_000;

/** @throws AppError 503 when the platform is off, 403 without a grant, 409 for one that the platform no longer takes */
const requireUsable = async (
  context: Pick<AppContext, 'clock' | 'db' | 'platforms'>,
  workspaceId: WorkspaceId,
  platform: PlatformId,
): Promise<void> => {
  platformOf(context.platforms, platform);
  const row = await findConnection(context.db, workspaceId, platform);
  if (!row) throw notConnected(platform);
  if (row.reconnectReason !== null) throw reconnectNeeded(platform, row.reconnectReason);
  if (hasRunOut(row, context.clock.now())) throw reconnectNeeded(platform, messages.connections.expired(platform));
};

/**
 * The leads of the Facebook forms as the platform has them now: the forms are read first when their last read is older
 * than a minute or has never ended. What the read has not brought in time comes with the next call.
 * @param page null: all leads, up to a limit, as one page
 * @throws AppError what the connection throws; the failure of the read only when there is nothing stored to show
 */
export const readFacebookLeads = async (
  context: Pick<AppContext, 'clock' | 'db' | 'storage' | 'jobs' | 'platforms'>,
  workspaceId: WorkspaceId,
  page: PageRequest | null,
  signal: AbortSignal,
): Promise<{ rows: LeadRow[]; pageFields: PageFields }> => {
  const platform = 'facebook';
  await requireUsable(context, workspaceId, platform);
  const requested = await requestLeadRead(context, { workspaceId, platform });
  const read = requested?.isUnderWay
    ? await awaitLeadRead(context, requested.seen, readWaitMs, signal)
    : (requested?.seen ?? null);
  const wanted = page ?? { page: 1, limit: formLeadsLimit };
  const { rows, totalItems } = await listWholeLeads(context.db, workspaceId, platform, wanted);
  const failure = read && totalItems === 0 ? problemOf(read) : null;
  if (failure) throw failure;
  return {
    rows,
    pageFields: page ? toPageFields(page, totalItems) : { page: 1, totalPages: 1, totalItems, nextPage: null },
  };
};
