import type { AppContext } from '#server/AppContext.ts';
import { handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { givenUp } from '#server/modules/exports/exportErrors.ts';
import { sweepExportsJob } from '#server/modules/exports/exports.jobs.ts';
import { listAbandonedExports } from '#server/modules/exports/exports.store.ts';
import { failExport } from './finishExport.ts';

/** Longer than all job attempts and their pauses together. */
const abandonedAfterMs = 12 * 3_600_000;
const exportsPerSweep = 500;

/**
 * An export whose worker died in the last attempt would stay `running` forever. This fails it, so that the user can
 * resume it.
 */
export const sweepExportsHandler = (context: Pick<AppContext, 'clock' | 'db' | 'publisher'>): JobHandler =>
  handleJob(sweepExportsJob, async (_payload, { log }) => {
    const idleSince = new Date(context.clock.now().getTime() - abandonedAfterMs);
    for (const row of await listAbandonedExports(context.db, idleSince, exportsPerSweep)) {
      log.warn({ exportId: row.id, workspaceId: row.workspaceId }, 'failing an abandoned export');
      await failExport(context, row, null, givenUp());
    }
  });
