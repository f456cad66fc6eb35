import type { AppContext } from '#server/AppContext.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Called for each batch of a large import, with the number of rows received and stored so far. */
export type OnImportProgress = (rowsReceived: number, rowsStored: number) => void;

const intervalMs = 200;

/** Reports the progress of an import to open screens, at most once per interval. */
export const publishImportProgress = (
  { publisher }: Pick<AppContext, 'publisher'>,
  workspaceId: WorkspaceId,
  ref: string,
): OnImportProgress => {
  let lastAt = Number.NEGATIVE_INFINITY;
  return (rowsReceived, rowsStored) => {
    const now = performance.now();
    if (now - lastAt < intervalMs) return;
    lastAt = now;
    publisher.toWorkspace(workspaceId, 'import_progress', { ref, rowsReceived, rowsStored });
  };
};
