import type { Logger } from './logger.ts';

/** Logs the number of deleted rows by table, if there are any. */
export const logDeleted = (log: Logger, rows: Readonly<Record<string, number>>): void => {
  const deleted = Object.fromEntries(Object.entries(rows).filter(([, count]) => count > 0));
  if (Object.keys(deleted).length > 0) log.info({ deleted }, 'old rows were deleted');
};
