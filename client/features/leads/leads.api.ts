import { partialMatchKey, useQuery } from '@tanstack/react-query';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { readPage } from '#client/lib/api/readPage.ts';
import { listLeads } from '#shared/contracts/leads.ts';
import type { Lead } from '#shared/contracts/leads.ts';
import { pageSizes } from '#shared/limits.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';

type ListQuery = { page: number; search: string };

/** One page of the stored leads. The old rows stay while another page or search of the platform loads. */
export const useLeads = (platform: LeadPlatformId, { page, search }: ListQuery, { isEnabled = true } = {}) =>
  useQuery({
    enabled: isEnabled,
    queryKey: queryKeys.leads.stored(platform, page, search),
    queryFn: async ({ signal }) => {
      const query = { page: String(page), search, limit: String(pageSizes.leads) };
      return readPage<Lead>(await call(listLeads[platform], { query, signal }));
    },
    placeholderData: (previous, query) =>
      query && partialMatchKey(query.queryKey, queryKeys.leads.of(platform)) ? previous : undefined,
    staleTime: 0,
  });
