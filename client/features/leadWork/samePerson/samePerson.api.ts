import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notify } from '#client/components/toasts/notify.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { listSamePerson, mergeLeads, unmergeLead } from '#shared/contracts/duplicates.ts';
import { messages } from '#shared/messages.ts';
import type { ComparedLead } from './compareLeads.ts';

export const useSamePerson = (id: string) =>
  useQuery({
    queryKey: queryKeys.leadWork.samePerson(id),
    queryFn: ({ signal }) => call(listSamePerson, { params: { id }, signal }),
    staleTime: 0,
  });

type Merge = Pick<BodyOf<typeof mergeLeads>, 'take'> & { into: ComparedLead; from: readonly ComparedLead[] };

/** Merges leads based on their displayed versions. If one has changed, it merges nothing and shows the change. */
export const useMerge = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ into, from, take }: Merge) =>
      call(mergeLeads, {
        body: { into: into.id, from: from.map(({ id, version }) => ({ id, version })), ...(take ? { take } : {}) },
        headers: { 'If-Match': `"${into.version}"` },
      }),
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.failure(error, messages.duplicates.mergeFailed),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: queryKeys.leadWork.all }),
  });
};

export const useSeparate = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(unmergeLead, { params: { id } }),
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.failure(error, messages.duplicates.separateFailed),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: queryKeys.leadWork.all }),
  });
};
