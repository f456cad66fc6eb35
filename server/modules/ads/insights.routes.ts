import { facebookInsights, googleCampaigns, tiktokCampaigns } from '#shared/contracts/insights.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { findConnectionLost } from './connectionLost.ts';
import { readFacebookDataset } from './reports/facebookDatasets.ts';
import { readAllInsights } from './insights.service.ts';
import type { InsightsQuery } from './preview/openInsights.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** The response for platforms whose rows come all at once. */
const answerAll = async <P extends 'google' | 'tiktok'>(
  context: AppContext,
  workspaceId: WorkspaceId,
  platform: P,
  query: InsightsQuery,
  signal: AbortSignal,
) => {
  const reading = { patience: 'interactive', signal } as const;
  const { rows, warnings } = await readAllInsights(context, workspaceId, platform, query, reading);
  return { data: rows, warnings, connectionLost: await findConnectionLost(context, workspaceId, platform, query) };
};

export const insightRoutes = (context: AppContext): Route[] => [
  route(facebookInsights, async ({ caller, body, signal }) => {
    const query = { accountIds: body.ad_account_ids, since: body.since, until: body.until };
    const dataset = await readFacebookDataset(
      context,
      caller.workspaceId,
      { ...query, accountIndex: body.account_index || 0, after: body.after_cursor || null },
      { patience: 'interactive', signal },
    );
    return {
      data: dataset.rows,
      nextAccountIndex: dataset.nextAccountIndex,
      after_cursor: dataset.after,
      warnings: dataset.warnings,
      connectionLost: await findConnectionLost(context, caller.workspaceId, 'facebook', query),
    };
  }),
  route(googleCampaigns, ({ caller, body, signal }) =>
    answerAll(
      context,
      caller.workspaceId,
      'google',
      { accountIds: body.customerIds, since: body.startDate, until: body.endDate },
      signal,
    ),
  ),
  route(tiktokCampaigns, ({ caller, body, signal }) =>
    answerAll(
      context,
      caller.workspaceId,
      'tiktok',
      { accountIds: body.advertiser_ids, since: body.start_date, until: body.end_date },
      signal,
    ),
  ),
];
