import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notify } from '#client/components/toasts/notify.ts';
import { offerUndo } from '#client/components/toasts/offerUndo.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import {
  getFinding,
  getInsightsSummary,
  listBudgets,
  listFindingCampaigns,
  listFindings,
  markFinding,
  saveBudget,
} from '#shared/contracts/findings.ts';
import type { Finding, FindingsQuery } from '#shared/contracts/findings.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { findingLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { FindingsAddress } from './useFindingsAddress.ts';

/** A page of findings. The old findings stay while new ones load. */
export const useFindings = ({ state, filters, page }: FindingsAddress) => {
  const query: FindingsQuery = {
    ...filters,
    state,
    page: String(page),
    limit: String(findingLimits.perPage),
  };
  return useQuery({
    queryKey: queryKeys.findings.list(query),
    queryFn: async ({ signal }) => (await call(listFindings, { query, signal })).data,
    placeholderData: (previous) => previous,
    staleTime: 0,
  });
};

/** The open findings with the most money at stake, for the Overview. */
export const useLargestFindings = () =>
  useQuery({
    queryKey: queryKeys.findings.largest,
    queryFn: async ({ signal }) => (await call(listFindings, { query: { limit: '3' }, signal })).data,
  });

export const useFinding = (id: string) =>
  useQuery({
    queryKey: queryKeys.findings.detail(id),
    queryFn: async ({ signal }) => (await call(getFinding, { params: { id }, signal })).data,
    staleTime: 0,
  });

/** The number of open findings of a campaign. All campaigns share one request. */
export const useCampaignFindings = (platform: PlatformId, id: string): number =>
  useQuery({
    queryKey: queryKeys.findings.campaigns,
    queryFn: async ({ signal }) => (await call(listFindingCampaigns, { signal })).data,
    select: (campaigns) =>
      campaigns.find((campaign) => campaign.platform === platform && campaign.campaignId === id)?.findings ?? 0,
  }).data ?? 0;

export const useInsightsSummary = () =>
  useQuery({
    queryKey: queryKeys.findings.summary,
    queryFn: async ({ signal }) => (await call(getInsightsSummary, { signal })).data,
  });

/** @param month `YYYY-MM` */
export const useBudgets = (month: string) =>
  useQuery({
    queryKey: queryKeys.findings.budgets(month),
    queryFn: async ({ signal }) => (await call(listBudgets, { query: { month }, signal })).data,
  });

type Marking = { finding: Pick<Finding, 'id' | 'mark'> } & BodyOf<typeof markFinding>;

/** Marks a finding, or removes its mark. The toast offers to restore the previous mark. */
export const useMarkFinding = () => {
  const queryClient = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ finding: { id }, ...body }: Marking) => call(markFinding, { params: { id }, body }),
    onSuccess: ({ message, data }, { finding: { mark: before } }) => {
      queryClient.setQueryData(queryKeys.findings.detail(data.id), (detail) => detail && { ...detail, ...data });
      offerUndo(message, {
        id: `finding ${data.id}`,
        undo: () => mutate({ finding: data, mark: before?.kind ?? null, note: before?.note ?? undefined }),
      });
    },
    onError: (error) => notify.failure(error, messages.findings.markFailed),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: queryKeys.findings.all }),
  });
  return { mark: mutate, isPending, pending: isPending ? variables.mark : undefined };
};

export type BudgetEntry = BodyOf<typeof saveBudget>;

/** Saves the budgets one by one, and stops at the first failure. */
export const useSaveBudgets = (onSaved: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (budgets: readonly BudgetEntry[]) => {
      let message: string | null = null;
      for (const body of budgets) ({ message } = await call(saveBudget, { body }));
      return message;
    },
    onSuccess: (message) => {
      if (message !== null) notify.success(message);
      onSaved();
    },
    onError: (error) => notify.failure(error, messages.findings.budgetsNotSaved),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: queryKeys.findings.all }),
  });
};
