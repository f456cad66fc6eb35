import type { PageFields, PageRequest } from '#shared/contracts/paging.ts';
import { toPageFields } from '#shared/contracts/paging.ts';
import { formLeadsLimit } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { notConnected, reconnectNeeded } from '#server/lib/failures/errors.ts';
import type { Turn } from '#server/lib/flow/fairTurns.ts';
import { findConnection, hasRunOut } from '#server/modules/connections/connections.store.ts';
import { platformOf } from '#server/providers/platformOf.ts';
import { listWholeLeads } from './store/leadList.store.ts';
import type { LeadRow } from './store/leads.store.ts';
import { problemOf } from './collect/reconcile/readProblems.ts';
import { awaitLeadRead, requestLeadRead } from './collect/reconcile/requestLeadRead.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** How long a list waits for the platform before it returns stored leads. */
const readWaitMs = 10_000;

/**
 * @throws AppError 503 when the platform is off; 403 without a grant; 409 when the platform no longer accepts the grant
 */
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
 * The current leads of the Facebook forms. Reads the forms first, unless the last read is less than a minute old. A
 * later call returns leads that arrive after the wait.
 * @param page null for all leads, up to a limit, as one page
 * @throws AppError when the connection is unusable, or when the read failed and no leads are stored
 */
export const readFacebookLeads = async (
  context: Pick<AppContext, 'clock' | 'db' | 'storage' | 'jobs' | 'platforms'>,
  workspaceId: WorkspaceId,
  page: PageRequest | null,
  { signal, aside }: { signal: AbortSignal; aside: Turn['aside'] },
): Promise<{ rows: LeadRow[]; pageFields: PageFields }> => {
  const platform = 'facebook';
  await requireUsable(context, workspaceId, platform);
  const requested = await requestLeadRead(context, { workspaceId, platform });
  const read = requested?.isUnderWay
    ? await aside(() => awaitLeadRead(context, requested.seen, readWaitMs, signal))
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
