import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notify } from '#client/components/toasts/notify.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import {
  createLead,
  getLeadFacets,
  getWorkedLead,
  listLeadStatuses,
  listWorkedLeads,
} from '#shared/contracts/leadWork.ts';
import type { EditableValues } from '#shared/customLeadColumns.ts';
import type { WorkedLeadsQuery } from '#shared/contracts/leadWork.ts';
import { listMembers } from '#shared/contracts/workspaces.ts';
import { defaultLeadStatuses } from '#shared/leadStatuses.ts';
import { pageSizes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { offerLeadUndo, pickChanged, sendChange, showLead, shownLead } from './leadChange.ts';
import type { Change } from './leadChange.ts';

const overdueMs = 60_000;
/** A lead that was read this long ago is not read ahead again. */
const aheadMs = 60_000;

/** A page of leads from all sources. The old rows stay while a new page loads. */
export const useWorkedLeads = (query: WorkedLeadsQuery, { isEnabled }: { isEnabled: boolean }) => {
  const asked = { ...query, limit: String(pageSizes.leads) };
  return useQuery({
    enabled: isEnabled,
    queryKey: queryKeys.leadWork.list(asked),
    queryFn: ({ signal }) => call(listWorkedLeads, { query: asked, signal }),
    placeholderData: (previous) => previous,
    staleTime: 0,
    // Leads become overdue without an event.
    refetchInterval: query.response === undefined ? false : overdueMs,
  });
};

/** Values by which the list can be filtered. */
export const useLeadFacets = () =>
  useQuery({
    queryKey: queryKeys.leads.facets,
    queryFn: async ({ signal }) => (await call(getLeadFacets, { signal })).data,
  });

/** The workspace's ladder. The default ladder until it is loaded. */
export const useLadder = () =>
  useQuery({
    queryKey: queryKeys.leadWork.statuses,
    queryFn: async ({ signal }) => (await call(listLeadStatuses, { signal })).data,
    placeholderData: [...defaultLeadStatuses],
  }).data ?? [...defaultLeadStatuses];

/** The workspace members. Empty until they are loaded. */
export const useMembers = () =>
  useQuery({
    queryKey: queryKeys.leadWork.assignees,
    queryFn: async ({ signal }) => (await call(listMembers, { signal })).data,
  }).data ?? [];

const workedLead = (id: string) =>
  queryOptions({
    queryKey: queryKeys.leadWork.detail(id),
    queryFn: async ({ signal }) => (await call(getWorkedLead, { params: { id }, signal })).data,
    staleTime: 0,
  });

/** A lead with everything about it. Then the next lead of the list is read ahead. */
export const useWorkedLead = (id: string, next: string | null) => {
  const query = useQuery(workedLead(id));
  useQuery({
    ...workedLead(next ?? ''),
    enabled: query.isSuccess && next !== null,
    staleTime: aheadMs,
    notifyOnChangeProps: [],
  });
  return query;
};

/**
 * Changes a lead based on its displayed version. The change shows at once and can be undone. After a conflict, it shows
 * the other person's change and discards this one.
 */
export const useChangeLead = (id: string) => {
  const queryClient = useQueryClient();
  const mutationKey = ['change lead', id];
  /** Whether no later change shows a state that the server does not have yet. */
  const isLast = (): boolean => queryClient.isMutating({ mutationKey }) === 1;
  return useMutation({
    mutationKey,
    // Changes run one at a time, because each needs the version from the previous response.
    scope: { id: `lead ${id}` },
    mutationFn: (change: Change) => sendChange(id, change, shownLead(queryClient, id)?.version),
    onMutate: async (change) => {
      // A read from before the change would show the former state for a moment.
      await queryClient.cancelQueries({ queryKey: queryKeys.leadWork.lists });
      await queryClient.cancelQueries({ queryKey: queryKeys.leadWork.detail(id) });
      const before = shownLead(queryClient, id);
      showLead(queryClient, id, pickChanged(change, change));
      return before;
    },
    onSuccess: ({ data }, change, before) => {
      showLead(queryClient, id, isLast() ? data : { version: data.version });
      if (before) offerLeadUndo(queryClient, before, change, data);
    },
    onError: (error, change, before) => {
      if (before) showLead(queryClient, id, pickChanged(change, before));
      notify.failure(error, messages.leadWork.changeFailed);
    },
    onSettled: () => {
      if (isLast()) void queryClient.invalidateQueries({ queryKey: queryKeys.leadWork.all });
    },
  });
};

/** Adds a lead by hand. */
export const useAddLead = (onAdded: (id: string) => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (values: EditableValues) => call(createLead, { body: { values } }),
    onSuccess: ({ message, data }) => {
      notify.success(message);
      queryClient.setQueryData(queryKeys.leadWork.detail(data.id), data);
      onAdded(data.id);
    },
    onError: (error) => notify.failure(error, messages.leadWork.addFailed),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: queryKeys.leads.all }),
  });
};

export type LeadChange = ReturnType<typeof useChangeLead>;
