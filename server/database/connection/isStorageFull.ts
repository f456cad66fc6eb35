import { DrizzleQueryError } from '#server/database/drizzle.ts';

/**
 * 53100: the disk of the database server is full. 25006: a write to a read-only database, as the embedded one is while its disk has
 * little room.
 */
const fullCodes = new Set(['53100', '25006']);

/** Whether something failed for lack of disk space. */
export const isStorageFull = (error: unknown): boolean => {
  if (error instanceof DrizzleQueryError) return isStorageFull(error.cause);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && fullCodes.has(error.code);
};
