import type { DateRange } from '#shared/lib/dateRange.ts';
import type { AppContext } from '#server/AppContext.ts';
import { storageFull } from '#server/lib/storage.ts';
import { createConnections } from '#server/modules/connections/createConnections.ts';
import type { PlatformAccount } from '#server/providers/PlatformAccount.ts';
import { platformOf } from '#server/providers/platformOf.ts';
import { forEachAccount } from '#server/modules/ads/days/bringUpToDate.ts';
import type { ReportedPlatform } from '#server/modules/ads/days/insightDays.store.ts';
import type { AccountOutcome } from '#server/modules/ads/days/bringUpToDate.ts';
import { isReportFresh } from '#server/modules/ads/days/freshness.ts';
import { seeGrant, storeWithGrant } from '#server/modules/connections/access/heldGrant.ts';
import { listReportTimes, storeReport } from './insightReports.store.ts';
import type { Reading } from '#server/modules/ads/days/readDays.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Reads the missing and stale reports of a range, all accounts in parallel. */
export const bringReportsUpToDate = async (
  context: Pick<AppContext, 'logger' | 'clock' | 'db' | 'storage' | 'publisher' | 'platforms' | 'secrets'>,
  owner: { workspaceId: WorkspaceId; platform: ReportedPlatform },
  accounts: readonly PlatformAccount[],
  range: DateRange,
  reading: Reading,
): Promise<AccountOutcome[]> => {
  const { workspaceId, platform } = owner;
  const adapter = platformOf(context.platforms, platform);
  const now = context.clock.now();
  const ids = accounts.map((account) => account.id);
  const readTimes = await listReportTimes(context.db, owner, ids, range);
  return forEachAccount(accounts, reading, async (account) => {
    const readAt = readTimes.get(account.id);
    if (readAt && isReportFresh(account, adapter, range.until, readAt, now)) return;
    if (context.storage.isFull()) throw storageFull();
    const grant = await seeGrant(context, owner);
    const begunAt = context.clock.now();
    // A report consists of all its pages.
    const { rows } = await createConnections(context).withAccess(workspaceId, platform, reading, (call) =>
      adapter.readInsights(call, { account, range }),
    );
    await storeWithGrant(context, owner, grant, (tx) =>
      storeReport(tx, { ...owner, accountId: account.id }, range, rows, begunAt),
    );
  });
};
