import { useQuery } from '@tanstack/react-query';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { readList } from '#client/lib/api/readList.ts';
import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import type { AdAccount } from '#shared/contracts/adAccounts.ts';
import { listConnections } from '#shared/contracts/connections.ts';
import type { Connection } from '#shared/contracts/connections.ts';
import { useIsConnected } from '#client/stores/userStore.ts';
import type { PlatformId } from '#shared/platforms.ts';

/** The state of each platform, with readable reasons. */
export const useConnections = ({ isWanted = true }: { isWanted?: boolean } = {}) =>
  useQuery({
    queryKey: queryKeys.connections,
    queryFn: async ({ signal }) => readList<Connection>(await call(listConnections, { signal }), 'data'),
    enabled: isWanted,
    staleTime: 0,
  });

/** The ad accounts of a platform. Loaded while the platform is connected, and again on each new connection. */
export const useAdAccounts = (platform: PlatformId, { isWanted = true }: { isWanted?: boolean } = {}) => {
  const isConnected = useIsConnected(platform);
  return useQuery({
    queryKey: queryKeys.adAccounts(platform),
    queryFn: async ({ signal }) => readList<AdAccount>(await call(listAdAccounts[platform], { signal }), 'accounts'),
    enabled: isConnected && isWanted,
    staleTime: 0,
  });
};
