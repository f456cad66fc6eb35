import type { AccountWarning } from '#shared/contracts/insights.ts';
import type { InsightRowOf } from '#shared/insights.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Reading } from './days/readDays.ts';
import { streamInsights } from './preview/streamInsights.ts';
import type { InsightsQuery } from './preview/streamInsights.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/**
 * All insight rows of own ad accounts in a date range, and the accounts that could not be read.
 * @throws as `streamInsights`
 */
export const readAllInsights = async <P extends PlatformId>(
  context: AppContext,
  workspaceId: WorkspaceId,
  platform: P,
  query: InsightsQuery,
  reading: Reading,
): Promise<{ rows: InsightRowOf[P][]; warnings: AccountWarning[] }> => {
  const pages: InsightRowOf[P][][] = [];
  const warnings: AccountWarning[] = [];
  for await (const part of streamInsights(context, workspaceId, platform, query, reading)) {
    pages.push(part.rows);
    warnings.push(...part.warnings);
  }
  return { rows: pages.flat(), warnings };
};
