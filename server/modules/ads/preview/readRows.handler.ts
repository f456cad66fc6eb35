import type { AppContext } from '#server/AppContext.ts';
import { handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { listStoredAccounts } from '#server/modules/ads/accounts/adAccounts.store.ts';
import { bringUpToDate } from '#server/modules/ads/days/bringUpToDate.ts';
import { readRowsJob } from '#server/modules/ads/insights.jobs.ts';

/** Failures are not stored: the Preview calls the platform itself and shows why it fails. */
export const readRowsHandler = (context: AppContext): JobHandler =>
  handleJob(readRowsJob, async ({ accountId, since, until, ...owner }, { log, signal }) => {
    if (!context.platforms[owner.platform]) return;
    const accounts = await listStoredAccounts(context.db, owner.workspaceId, owner.platform);
    const asked = accounts.filter(({ id }) => id === accountId);
    const reading = { patience: 'background', signal } as const;
    for (const { failure } of await bringUpToDate(context, owner, asked, { since, until }, reading))
      if (failure) log.info({ ...owner, accountId, err: failure }, 'could not read the rows of a preview');
  });
