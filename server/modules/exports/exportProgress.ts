import type { AppContext } from '#server/AppContext.ts';
import type { ExportRow } from './exports.store.ts';

type Progress = Pick<ExportRow, 'workspaceId' | 'id' | 'ref' | 'state' | 'rowsWritten' | 'rowsTotal'>;

/** Tells the screens of its owner how far an export is. A hint: who misses it finds the same in the export's row. */
export const publishProgress = (
  { publisher }: Pick<AppContext, 'publisher'>,
  { workspaceId, id, ref, state, rowsWritten, rowsTotal }: Progress,
): void => publisher.toWorkspace(workspaceId, 'export_progress', { exportId: id, ref, state, rowsWritten, rowsTotal });
