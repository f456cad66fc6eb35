import { skipToken, useQuery } from '@tanstack/react-query';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import type { ImportProgress } from '#shared/socketEvents.ts';

/** Progress of the import with this `ref`, from 0 to 1. Null before the first report. */
export const useImportShare = (ref: string | null, rowCount: number): number | null => {
  const { data } = useQuery<ImportProgress>({ queryKey: queryKeys.importProgress(ref ?? ''), queryFn: skipToken });
  return data === undefined ? null : (data.rowsReceived + data.rowsStored) / (2 * rowCount);
};
