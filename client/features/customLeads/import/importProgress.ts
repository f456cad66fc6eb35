import { skipToken, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { ImportProgress } from '#shared/socketEvents.ts';

const keyOf = (ref: string) => ['importProgress', ref];

export const setImportProgress = (queryClient: QueryClient, progress: ImportProgress): void =>
  void queryClient.setQueryData(keyOf(progress.ref), progress);

/** Progress of the import with this `ref`, from 0 to 1. Null before the first report. */
export const useImportShare = (ref: string | null, rowCount: number): number | null => {
  const { data } = useQuery<ImportProgress>({ queryKey: keyOf(ref ?? ''), queryFn: skipToken });
  return data === undefined ? null : (data.rowsReceived + data.rowsStored) / (2 * rowCount);
};
