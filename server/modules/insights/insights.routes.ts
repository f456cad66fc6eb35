import { facebookInsights, googleCampaigns, tiktokCampaigns } from '#shared/contracts/insights.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { readFacebookDataset } from './facebookDatasets.ts';
import { readAllInsights } from './insights.service.ts';

export const insightRoutes = (context: AppContext): Route[] => [
  route(facebookInsights, async ({ caller, body, signal }) => {
    const dataset = await readFacebookDataset(
      context,
      caller.userId,
      {
        since: body.since,
        until: body.until,
        accountIds: body.ad_account_ids,
        accountIndex: body.account_index || 0,
        after: body.after_cursor || null,
      },
      { patience: 'interactive', signal },
    );
    return {
      data: dataset.rows,
      nextAccountIndex: dataset.nextAccountIndex,
      after_cursor: dataset.after,
      warnings: dataset.warnings,
    };
  }),
  route(googleCampaigns, async ({ caller, body, signal }) => {
    const query = { accountIds: body.customerIds, since: body.startDate, until: body.endDate };
    const { rows, warnings } = await readAllInsights(context, caller.userId, 'google', query, {
      patience: 'interactive',
      signal,
    });
    return { data: rows, warnings };
  }),
  route(tiktokCampaigns, async ({ caller, body, signal }) => {
    const query = { accountIds: body.advertiser_ids, since: body.start_date, until: body.end_date };
    const { rows, warnings } = await readAllInsights(context, caller.userId, 'tiktok', query, {
      patience: 'interactive',
      signal,
    });
    return { data: rows, warnings };
  }),
];
