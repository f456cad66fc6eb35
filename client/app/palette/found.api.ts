import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { rowKey } from '#client/lib/address/rowKey.ts';
import { listCampaigns } from '#shared/contracts/campaigns.ts';
import type { CampaignRow } from '#shared/contracts/campaigns.ts';
import { listFindings } from '#shared/contracts/findings.ts';
import { listWorkedLeads } from '#shared/contracts/leadWork.ts';
import type { WorkedLead } from '#shared/contracts/leadWork.ts';
import { addDays, localDay } from '#shared/lib/dateRange.ts';
import { findingSentence } from '#shared/findingSentence.ts';
import { findingLimits } from '#shared/limits.ts';

/** Of each kind. */
const mostShown = 5;
/** With fewer letters, a search finds nearly everything. */
const fewestLetters = 2;

/** The server is asked when somebody pauses. Until then, a further letter cancels the query. */
const pauseMs = 100;

type Question<Data> = { queryKey: QueryKey; read: (signal: AbortSignal) => Promise<Data> };

const useAnswer = <Data>(search: string, { queryKey, read }: Question<Data>) => {
  const { data, isFetching, isError, isPaused } = useQuery({
    enabled: search.length >= fewestLetters,
    queryKey,
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      signal.throwIfAborted();
      return read(signal);
    },
  });
  return { data, isFetching, hasFailed: isError || isPaused };
};

type Fits = (text: string) => boolean;

const firstOf = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] =>
  [...new Map(items.map((item) => [keyOf(item), item])).values()].slice(0, mostShown);

const loadedLeads = (client: QueryClient, fits: Fits): WorkedLead[] => {
  const lists = client.getQueriesData<{ data: WorkedLead[] }>({ queryKey: queryKeys.leadWork.lists });
  const leads = lists.flatMap(([, page]) => page?.data ?? []);
  return firstOf(
    leads.filter(({ name, email, phone }) => fits(`${name} ${email} ${phone}`)),
    ({ id }) => id,
  );
};

const loadedCampaigns = (client: QueryClient, fits: Fits): CampaignRow[] => {
  const lists = client.getQueriesData<{ rows: CampaignRow[] }>({ queryKey: queryKeys.campaigns.all });
  const rows = lists.flatMap(([, page]) => page?.rows ?? []);
  return firstOf(
    rows.filter(({ kind, name }) => kind === 'object' && fits(name)),
    rowKey,
  );
};

/** Leads by name, email address or phone number: the loaded ones at once, then the newest from the server. */
export const useFoundLeads = (search: string, fits: Fits) => {
  const client = useQueryClient();
  const query = { search, page: '1', limit: String(mostShown) };
  const { data, ...state } = useAnswer(search, {
    queryKey: queryKeys.leadWork.list(query),
    read: (signal) => call(listWorkedLeads, { query, signal }),
  });
  if (search.length < fewestLetters) return { leads: [], ...state };
  return { leads: data?.data ?? loadedLeads(client, fits), ...state };
};

/** Campaigns by name: the loaded ones at once, then those from the server that have spent the most in 30 days. */
export const useFoundCampaigns = (search: string, fits: Fits) => {
  const client = useQueryClient();
  const [until] = useState(() => localDay(new Date()));
  const query = { search, since: addDays(until, -29), until, page: '1', limit: String(mostShown) };
  const { data, ...state } = useAnswer(search, {
    queryKey: queryKeys.campaigns.list(query),
    read: async (signal) => (await call(listCampaigns, { query, signal })).data,
  });
  if (search.length < fewestLetters) return { campaigns: [], ...state };
  const found = data?.rows.filter(({ kind }) => kind === 'object');
  return { campaigns: found ?? loadedCampaigns(client, fits), ...state };
};

/** The open findings. They are few, so the browser searches them. */
export const useFoundFindings = (search: string, fits: Fits) => {
  const query = { state: 'open', page: '1', limit: String(findingLimits.perPage) } as const;
  const { data } = useQuery({
    queryKey: queryKeys.findings.list(query),
    queryFn: async ({ signal }) => (await call(listFindings, { query, signal })).data,
  });
  if (search.length < fewestLetters) return [];
  const found = (data?.findings ?? []).map((finding) => ({ id: finding.id, text: findingSentence(finding).text }));
  return found.filter(({ text }) => fits(text)).slice(0, mostShown);
};
