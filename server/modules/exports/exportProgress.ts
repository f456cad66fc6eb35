import type { AppContext } from '#server/AppContext.ts';
import type { ExportRow } from './exports.store.ts';

type Progress = Pick<ExportRow, 'userId' | 'id' | 'ref' | 'state' | 'rowsWritten' | 'rowsTotal'>;

/** Tells the screens of its owner how far an export is. A hint: who misses it finds the same in the export's row. */
export const publishProgress = (
  { publisher }: Pick<AppContext, 'publisher'>,
  { userId, id, ref, state, rowsWritten, rowsTotal }: Progress,
): void => publisher.toUser(userId, 'export_progress', { exportId: id, ref, state, rowsWritten, rowsTotal });
