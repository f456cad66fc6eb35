import { rm } from 'node:fs/promises';

/** Removes the folder of a product. The embedded PostgreSQL of one that was killed still writes for a moment while it ends. */
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
