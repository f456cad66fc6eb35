import { channel } from 'node:diagnostics_channel';

/**
 * Points where a crash hurts most: something happened outside or in the database, but is not yet recorded. Only the
 * fault harness subscribes, to end the process there.
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
  | 'bulk.changed'
  | 'bulk.done'
  | 'undo.restored'
  | 'undo.done'
  | 'sheetSync.read'
  | 'sheetSync.stored'
  | 'leads.pageStored'
  | 'insights.partStored'
  | 'connection.refreshed'
  | 'database.migrated'
  | 'database.rowsMoved'
  | 'backup.pieceWritten'
  | 'restore.pieceLoaded'
  | 'restore.checked'
  | 'restore.ready';

const steps = channel('leadlight:step');

/** Reports a reached step. Costs nothing without subscribers. */
export const reached = (step: Step): void => {
  if (steps.hasSubscribers) steps.publish(step);
};
