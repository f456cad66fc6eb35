import { requireRoomToStart } from './freeSpace.ts';
import { startEmbedded } from './startEmbedded.ts';
import type { EmbeddedDatabase } from './startEmbedded.ts';

/**
 * The embedded database of a folder, or one in memory, where the disk has room for its start.
 * @throws NoRoomError, and what `startEmbedded` throws
 */
export const openEmbedded = async (
  dataDir: string | null,
  onCrash: (error: Error) => void,
): Promise<EmbeddedDatabase> => {
  if (dataDir !== null) await requireRoomToStart(dataDir);
  return startEmbedded(dataDir, onCrash);
};
