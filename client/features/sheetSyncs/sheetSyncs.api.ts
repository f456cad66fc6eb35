import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notify } from '#client/components/toasts/notify.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { readList } from '#client/lib/api/readList.ts';
import { readPage } from '#client/lib/api/readPage.ts';
import {
  createSheetSync,
  deleteSheetSync,
  listSheetSyncRuns,
  listSheetSyncs,
  runSheetSync,
} from '#shared/contracts/sheetSyncs.ts';
import type { SheetSync, SheetSyncRun } from '#shared/contracts/sheetSyncs.ts';
import { pageSizes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { SheetSyncType } from '#shared/sheetSyncTypes.ts';

/** Poll interval during a run. */
const watchEveryMs = 2000;

const isUnderWay = ({ lastRun }: SheetSync): boolean => lastRun === null || lastRun.state === 'running';

/** Other servers may omit the optional fields. */
const normalize = (sync: SheetSync): SheetSync => ({ ...sync, lastRun: sync.lastRun ?? null });

/** One page of synced sheets. Polls until no run is active. */
export const useSheetSyncs = (page: number) =>
  useQuery({
    queryKey: queryKeys.sheetSyncs.list(page),
    queryFn: async ({ signal }) => {
      const answer = await call(listSheetSyncs, {
        query: { page: String(page), limit: String(pageSizes.sheetSyncs) },
        signal,
      });
      const { rows, ...paging } = readPage<SheetSync>(answer);
      return { ...paging, rows: rows.map(normalize), serviceAccount: answer.serviceAccount ?? null };
    },
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) => (state.data?.rows.some(isUnderWay) ? watchEveryMs : false),
    staleTime: 0,
  });

export const useSheetSyncRuns = (id: string) =>
  useQuery({
    queryKey: queryKeys.sheetSyncs.runs(id),
    queryFn: async ({ signal }) =>
      readList<SheetSyncRun>(await call(listSheetSyncRuns, { params: { id }, signal }), 'data'),
    refetchInterval: ({ state }) => (state.data?.some((run) => run.state === 'running') ? watchEveryMs : false),
    staleTime: 0,
  });

/** Each mutation shows its own result. */
export const useAddSheetSync = (onAdded: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { url: string; type: SheetSyncType }) => call(createSheetSync, { body }),
    onSuccess: async ({ message }) => {
      notify.success(message || messages.sheetSyncs.added);
      onAdded();
      await queryClient.invalidateQueries({ queryKey: queryKeys.sheetSyncs.all });
    },
    onError: (error) => notify.failure(error, messages.sheetSyncs.addFailed),
  });
};

export const useDeleteSheetSync = (onDeleted: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteSheetSync, { params: { id } }),
    onSuccess: async ({ message }) => {
      notify.success(message || messages.sheetSyncs.deleted);
      onDeleted();
      await queryClient.invalidateQueries({ queryKey: queryKeys.sheetSyncs.all });
    },
    onError: (error) => notify.failure(error, messages.sheetSyncs.deleteFailed),
  });
};

export const useRunSheetSync = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(runSheetSync, { params: { id } }),
    onSuccess: async ({ message }) => {
      notify.success(message || messages.sheetSyncs.runStarted);
      await queryClient.invalidateQueries({ queryKey: queryKeys.sheetSyncs.all });
    },
    onError: (error) => notify.failure(error, messages.sheetSyncs.runFailed),
  });
};
