import type { AppContext } from '#server/AppContext.ts';
import { handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { logDeleted } from '#server/lib/logging/logDeleted.ts';
import { resumableSince } from './resumableSince.ts';
import { deleteChunksOfEnded } from '#server/modules/exports/write/exportChunks.store.ts';
import { forgetExportRowsJob } from '#server/modules/exports/exports.jobs.ts';

/** An export that is resumed at the last moment, by a server whose clock is behind, still finds its rows. */
const graceMs = 3_600_000;

/** Forgets the rows of exports that nobody has resumed. */
export const forgetExportRowsHandler = ({ db, clock }: Pick<AppContext, 'clock' | 'db'>): JobHandler =>
  handleJob(forgetExportRowsJob, async (_payload, { log, signal }) => {
    const before = new Date(resumableSince(clock.now()).getTime() - graceMs);
    logDeleted(log, { export_chunks: await deleteChunksOfEnded(db, before, signal) });
  });
