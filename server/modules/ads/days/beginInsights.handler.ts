import { overviewLimits } from '#shared/limits.ts';
import type { AppContext } from '#server/AppContext.ts';
import { handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { AppError } from '#server/lib/failures/errors.ts';
import { listAdAccounts } from '#server/modules/ads/accounts/adAccounts.service.ts';
import { beginInsightsJob } from '#server/modules/ads/insights.jobs.ts';
import { publishInsightsChanged } from '#server/modules/ads/publishInsightsChanged.ts';
import { wantDays } from './wantDays.ts';

/** Fetches the ad accounts of a new grant and requests the default days of the default accounts. */
export const beginInsightsHandler = (context: AppContext): JobHandler =>
  handleJob(beginInsightsJob, async (owner, { log, signal }) => {
    const { workspaceId, platform } = owner;
    try {
      const accounts = await listAdAccounts(context, workspaceId, platform, { patience: 'background', signal });
      const accountIds = accounts.slice(0, overviewLimits.accounts).map(({ id }) => id);
      await wantDays(context, owner, [{ accountIds, range: null }]);
      // Skip connections without accounts; otherwise every screen reload would fetch them again.
      if (accounts.length > 0) publishInsightsChanged(context, owner);
    } catch (error) {
      // The platform was disconnected meanwhile, or needs a new grant.
      if (!(error instanceof AppError)) throw error;
      log.info({ workspaceId, platform, err: error }, 'could not list the ad accounts of a new grant');
    }
  });
