import { useIsFetching, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notify } from '#client/components/toasts/notify.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { isRecord } from '#client/lib/isRecord.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import {
  changeLead,
  createLead,
  getLeadFacets,
  getWorkedLead,
  listLeadStatuses,
  listWorkedLeads,
} from '#shared/contracts/leadWork.ts';
import type { EditableValues } from '#shared/customLeadColumns.ts';
import type { LeadDetail, WorkedLeadsQuery } from '#shared/contracts/leadWork.ts';
import { listMembers } from '#shared/contracts/workspaces.ts';
import { defaultLeadStatuses } from '#shared/leadStatuses.ts';
import { pageSizes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';

/** Prefix of all query keys of the work on leads. */
export const workKey = ['leads', 'work'] as const;

const overdueMs = 60_000;

/** A page of the leads of all sources. The old rows stay while others load. */
export const useWorkedLeads = (query: WorkedLeadsQuery, { isEnabled }: { isEnabled: boolean }) => {
  const asked = { ...query, limit: String(pageSizes.leads) };
  return useQuery({
    enabled: isEnabled,
    queryKey: [...workKey, 'list', asked],
    queryFn: ({ signal }) => call(listWorkedLeads, { query: asked, signal }),
    placeholderData: (previous) => previous,
    staleTime: 0,
    // Leads become overdue without an event.
    refetchInterval: query.response === undefined ? false : overdueMs,
  });
};

const hasRows = (data: unknown): boolean =>
  isRecord(data) &&
  (data['hasOtherLeads'] === true || (typeof data['totalItems'] === 'number' && data['totalItems'] > 0));

/** Whether the workspace has a lead, as far as the lists say that were read. */
export const useHasLeads = (): boolean => {
  // Renders again when a list has been read.
  useIsFetching({ queryKey: ['leads'] });
  return useQueryClient()
    .getQueriesData({ queryKey: ['leads'] })
    .some(([, data]) => hasRows(data));
};

/** Values by which the list can be filtered. */
export const useLeadFacets = () =>
  useQuery({
    queryKey: ['leads', 'facets'],
    queryFn: async ({ signal }) => (await call(getLeadFacets, { signal })).data,
  });

/** The ladder of the workspace; the default one until it is known. */
export const useLadder = () =>
  useQuery({
    queryKey: [...workKey, 'statuses'],
    queryFn: async ({ signal }) => (await call(listLeadStatuses, { signal })).data,
    placeholderData: [...defaultLeadStatuses],
  }).data ?? [...defaultLeadStatuses];

/** The people who work in the workspace; none until they are known. */
export const useMembers = () =>
  useQuery({
    queryKey: [...workKey, 'members'],
    queryFn: async ({ signal }) => (await call(listMembers, { signal })).data,
  }).data ?? [];

const detailKey = (id: string) => [...workKey, 'detail', id] as const;

export const useWorkedLead = (id: string) =>
  useQuery({
    queryKey: detailKey(id),
    queryFn: async ({ signal }) => (await call(getWorkedLead, { params: { id }, signal })).data,
    staleTime: 0,
  });

type Change = BodyOf<typeof changeLead>;

/** Changes a lead as it is shown. When somebody else was faster, what they did is shown, and the change is not made. */
export const useChangeLead = ({ id, version }: Pick<LeadDetail, 'id' | 'version'>) => {
  const queryClient = useQueryClient();
  return useMutation({
    // One after the other, each based on the answer to the one before.
    scope: { id: `lead ${id}` },
    mutationFn: (body: Change) => {
      const shown = queryClient.getQueryData<LeadDetail>(detailKey(id))?.version ?? version;
      return call(changeLead, { params: { id }, body, headers: { 'If-Match': `"${shown}"` } });
    },
    onSuccess: ({ data }) => queryClient.setQueryData(detailKey(id), data),
    onError: (error) => notify.failure(error, messages.leadWork.changeFailed),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: workKey }),
  });
};
/** Adds a lead by hand. */
export const useAddLead = (onAdded: (id: string) => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (values: EditableValues) => call(createLead, { body: { values } }),
    onSuccess: ({ message, data }) => {
      notify.success(message);
      queryClient.setQueryData(detailKey(data.id), data);
      onAdded(data.id);
    },
    onError: (error) => notify.failure(error, messages.leadWork.addFailed),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['leads'] }),
  });
};

export type LeadChange = ReturnType<typeof useChangeLead>;
