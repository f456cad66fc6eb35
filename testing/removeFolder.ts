import { rm } from 'node:fs/promises';

/** Removes the folder of a product, with retries: after a kill, the embedded PostgreSQL still writes for a moment. */
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
