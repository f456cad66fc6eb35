import pLimit from 'p-limit';
import type { AccountWarning } from '#shared/contracts/insights.ts';
import type { InsightRowOf } from '#shared/insights.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Reading } from './days/readDays.ts';
import { openInsights } from './preview/openInsights.ts';
import type { InsightsQuery } from './preview/openInsights.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Accounts loaded from the store in parallel. */
const parallelAccounts = 4;

/**
 * All insight rows of the workspace's ad accounts in a date range, and the accounts that could not be read.
 * @throws as `openInsights`
 */
export const readAllInsights = async <P extends PlatformId>(
  context: AppContext,
  workspaceId: WorkspaceId,
  platform: P,
  query: InsightsQuery,
  reading: Reading,
): Promise<{ rows: InsightRowOf[P][]; warnings: AccountWarning[] }> => {
  const { accountIds, warnings, pages } = await openInsights(context, workspaceId, platform, query, reading);
  const rows = await pLimit(parallelAccounts).map(accountIds, async (id) => {
    const own: InsightRowOf[P][][] = [];
    for await (const page of pages(id)) own.push(page);
    return own.flat();
  });
  return { rows: rows.flat(), warnings };
};
