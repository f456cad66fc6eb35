import type { AppContext } from '#server/AppContext.ts';
import type { ExportRow } from './exports.store.ts';

type Progress = Pick<ExportRow, 'workspaceId' | 'id' | 'ref' | 'state' | 'rowsWritten' | 'rowsTotal'>;

/**
 * Reports the progress of an export to open screens. A missed event does no harm: the export's row has the same values.
 */
export const publishProgress = (
  { publisher }: Pick<AppContext, 'publisher'>,
  { workspaceId, id, ref, state, rowsWritten, rowsTotal }: Progress,
): void => publisher.toWorkspace(workspaceId, 'export_progress', { exportId: id, ref, state, rowsWritten, rowsTotal });
