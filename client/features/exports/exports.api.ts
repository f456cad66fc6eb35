import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { readList } from '#client/lib/api/readList.ts';
import { useSocketStore } from '#client/stores/socketStore.ts';
import { listExports } from '#shared/contracts/exports.ts';
import type { ExportRun } from '#shared/contracts/exports.ts';
import { isUnderWay } from './state/exportReducer.ts';
import { useExportsStore } from './state/exportsStore.ts';

/** Poll interval for running exports, with and without the live connection. */
const watchEveryMs = { live: 10_000, away: 2000 };

/** The person's newest exports. Reloaded whenever an export changes its state. */
export const useExports = () => {
  const changes = useExportsStore((exports) => exports.changes);
  const tracked = useExportsStore(({ exports }) => exports);
  const isLive = useSocketStore((socket) => socket.isConnected);
  const { data, refetch, ...query } = useQuery({
    queryKey: queryKeys.exports,
    queryFn: async ({ signal }) => readList<ExportRun>(await call(listExports, { signal }), 'data'),
    refetchInterval: ({ state }) =>
      state.data?.some((run) => isUnderWay(run.state)) ? watchEveryMs[isLive ? 'live' : 'away'] : false,
    staleTime: 0,
  });
  const readAt = useRef(changes);
  useEffect(() => {
    if (readAt.current === changes) return;
    readAt.current = changes;
    void refetch();
  }, [changes, refetch]);
  /** Live progress is newer than the loaded rows, unless the connection was down. */
  const runs = data?.map((run) => {
    const live = tracked[run.id]?.progress;
    return isUnderWay(run.state) && live && live.rowsWritten >= run.rowsWritten ? { ...run, ...live } : run;
  });
  return { ...query, refetch, runs };
};
