import { channel } from 'node:diagnostics_channel';

/**
 * Moments of long work at which a sudden end hurts most: something has happened outside or in the database, and the next
 * record of it is still to be made. Nothing listens in the product; the fault harness does, and ends the process there.
 */
export type Step =
  | 'export.queued'
  | 'export.begun'
  | 'export.gathered'
  | 'export.fileCreated'
  | 'export.filePrepared'
  | 'export.chunkWritten'
  | 'export.chunkNoted'
  | 'export.verified'
  | 'export.ended'
  | 'import.accepted'
  | 'import.batchStored'
  | 'import.done'
  | 'sheetSync.read'
  | 'sheetSync.stored'
  | 'leads.pageStored'
  | 'insights.partStored'
  | 'connection.refreshed'
  | 'database.migrated'
  | 'backup.pieceWritten'
  | 'restore.pieceLoaded'
  | 'restore.checked'
  | 'restore.ready';

const steps = channel('leadlight:step');

/** Tells that a step was reached. Costs nothing while nobody listens. */
export const reached = (step: Step): void => {
  if (steps.hasSubscribers) steps.publish(step);
};
