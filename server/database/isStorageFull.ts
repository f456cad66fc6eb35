import { DrizzleQueryError } from 'drizzle-orm';

/**
 * 53100: the disk of the database server is full. 25006: a write while nothing may be written; the embedded database is in
 * that state while there is little room.
 */
const fullCodes = new Set(['53100', '25006']);

/** Whether something failed because there is no room to store it. */
export const isStorageFull = (error: unknown): boolean => {
  if (error instanceof DrizzleQueryError) return isStorageFull(error.cause);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && fullCodes.has(error.code);
};
