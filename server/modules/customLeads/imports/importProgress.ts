import type { AppContext } from '#server/AppContext.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Hears of each batch of a large import: how many rows have been received so far, and how many of them are stored. */
export type OnImportProgress = (rowsReceived: number, rowsStored: number) => void;

const intervalMs = 200;

/** Tells the importing person's screens how far the import is: not with each batch, of which there are a hundred. */
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
