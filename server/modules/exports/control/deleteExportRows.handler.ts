import type { AppContext } from '#server/AppContext.ts';
import { handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { logDeleted } from '#server/lib/logging/logDeleted.ts';
import { resumableSince } from './resumableSince.ts';
import { deleteChunksOfEnded } from '#server/modules/exports/write/exportChunks.store.ts';
import { deleteExportRowsJob } from '#server/modules/exports/exports.jobs.ts';

/** Margin for servers whose clock is slow, so that an export resumed at the last moment still has its rows. */
const graceMs = 3_600_000;

/** Deletes the rows of exports that were not resumed. */
export const deleteExportRowsHandler = ({ db, clock }: Pick<AppContext, 'clock' | 'db'>): JobHandler =>
  handleJob(deleteExportRowsJob, async (_payload, { log, signal }) => {
    const before = new Date(resumableSince(clock.now()).getTime() - graceMs);
    logDeleted(log, { export_chunks: await deleteChunksOfEnded(db, before, signal) });
  });
