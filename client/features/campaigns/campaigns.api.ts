import { useQueries, useQuery } from '@tanstack/react-query';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { useSocketStore } from '#client/stores/socketStore.ts';
import { childLevel } from '#shared/campaigns.ts';
import { getCampaign, listCampaigns } from '#shared/contracts/campaigns.ts';
import type { CampaignAccount, Campaigns, CampaignsQuery, CampaignTableQuery } from '#shared/contracts/campaigns.ts';
import { pageSizes } from '#shared/limits.ts';
import { shownColumns } from './columns.ts';
import { readRowKey } from '#client/lib/address/rowKey.ts';
import type { RowId } from '#client/lib/address/rowKey.ts';
import type { CampaignsView } from './useCampaignsAddress.ts';

/** Poll interval while days load without a live connection. */
const pollMs = 2500;

/** Whether days of the account's backfill are missing and being read. */
export const isBackfilling = ({ state, completeSince, backfillUntil }: CampaignAccount): boolean =>
  state !== 'failing' && (completeSince === null || completeSince > backfillUntil);

/** Whether any days of the account are being read. */
export const isBeingRead = (account: CampaignAccount): boolean => account.state === 'reading' || isBackfilling(account);

const load = async (query: CampaignsQuery, signal: AbortSignal): Promise<Campaigns> =>
  (await call(listCampaigns, { query, signal })).data;

/** Query parameters shared by rows and their children. */
const commonQuery = ({ range, compare, sort, order }: CampaignsView) => ({
  ...range,
  compare: compare ?? undefined,
  sort,
  order,
});

const filterQuery = (address: CampaignsView) => ({
  ...commonQuery(address),
  ...address.filters,
  level: address.level,
});

/** Requests all rows of the filter, with the visible columns. */
export const tableQuery = (address: CampaignsView, data: Campaigns | undefined): CampaignTableQuery => ({
  ...filterQuery(address),
  columns: shownColumns(address, data).join(),
});

const pageOptions = (address: CampaignsView, page: number) => {
  const query: CampaignsQuery = { ...filterQuery(address), page: String(page), limit: String(pageSizes.campaigns) };
  return {
    queryKey: queryKeys.campaigns.list(query),
    queryFn: async ({ signal }: { signal: AbortSignal }) => load(query, signal),
    staleTime: 0,
  };
};

/** Addresses with the same key show the same rows. */
export const listKey = (address: CampaignsView): string => JSON.stringify(filterQuery(address));

/** List metadata and the first rows. The old data stays while new data loads. */
export const useCampaigns = (view: CampaignsView) => {
  const isLive = useSocketStore((socket) => socket.isConnected);
  return useQuery({
    ...pageOptions(view, 1),
    enabled: view.saved.isReady,
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) =>
      !isLive && state.data?.accounts.some(({ state: reading }) => reading === 'reading') === true ? pollMs : false,
  });
};

/** Further pages of rows by number. Pages out of sight keep their rows without refetching. */
export const useCampaignPages = (
  view: CampaignsView,
  pages: readonly number[],
  isInSight: (page: number) => boolean,
) => {
  const results = useQueries({
    queries: pages.map((page) => ({ ...pageOptions(view, page), enabled: view.saved.isReady && isInSight(page) })),
  });
  return new Map(pages.map((page, index) => [page, results[index]]));
};

/** The children of opened rows, by row key. */
export const useChildren = (address: CampaignsView, parents: readonly string[]) => {
  const queries = parents.map((parent) => {
    const row = readRowKey(parent);
    const query: CampaignsQuery = {
      ...commonQuery(address),
      level: row ? childLevel(row.level) : undefined,
      parent,
      limit: String(pageSizes.maximum),
    };
    return {
      queryKey: queryKeys.campaigns.children(query),
      queryFn: async ({ signal }: { signal: AbortSignal }) => load(query, signal),
      staleTime: 0,
    };
  });
  const results = useQueries({ queries });
  return new Map(parents.map((parent, index) => [parent, results[index]]));
};

export const useCampaign = ({ platform, level, id }: RowId, { range, compare }: CampaignsView) =>
  useQuery({
    queryKey: queryKeys.campaigns.detail({ platform, level, id }, range, compare),
    queryFn: async ({ signal }) =>
      (
        await call(getCampaign, {
          params: { platform, level, id },
          query: { ...range, compare: compare ?? undefined },
          signal,
        })
      ).data,
    staleTime: 0,
  });
