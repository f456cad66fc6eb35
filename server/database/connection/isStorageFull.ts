import { DrizzleQueryError } from '#server/database/drizzle.ts';
import { isDiskOfEmbeddedFull } from '#server/lib/storage.ts';

/** PostgreSQL: the disk of the database server is full. */
const diskFull = '53100';
/** PostgreSQL: a write to a read-only database. */
const readOnly = '25006';

const codeOf = (error: unknown): unknown => {
  if (error instanceof DrizzleQueryError) return codeOf(error.cause);
  return error instanceof Error && 'code' in error ? error.code : undefined;
};

/**
 * Whether something failed for lack of disk space. The embedded database becomes read-only when its disk is nearly
 * full.
 */
export const isStorageFull = (error: unknown): boolean => {
  const code = codeOf(error);
  return code === diskFull || (code === readOnly && isDiskOfEmbeddedFull());
};

/** Whether a server refused a write because it is read-only: a standby, or a hosted database that is full. */
export const isDatabaseReadOnly = (error: unknown): boolean => codeOf(error) === readOnly && !isDiskOfEmbeddedFull();
