import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notify } from '#client/components/toasts/notify.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { offerLeadUndo, sendChange } from '#client/features/leadWork/leadChange.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { getLeadBoard, listWorkedLeads } from '#shared/contracts/leadWork.ts';
import type { LeadFilterQuery, WorkedLead } from '#shared/contracts/leadWork.ts';
import { leadWorkLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';

/** The board columns with their newest leads. The old data stays while new data loads. */
export const useBoard = (query: LeadFilterQuery, { isEnabled }: { isEnabled: boolean }) =>
  useQuery({
    enabled: isEnabled,
    queryKey: queryKeys.leadWork.board(query),
    queryFn: async ({ signal }) => (await call(getLeadBoard, { query, signal })).data,
    placeholderData: (previous) => previous,
    staleTime: 0,
  });

/** Loads more leads of a column, after those already on the board. */
export const useMoreCards = (query: LeadFilterQuery, statusId: string, { isEnabled }: { isEnabled: boolean }) =>
  useInfiniteQuery({
    enabled: isEnabled,
    queryKey: queryKeys.leadWork.column(statusId, query),
    queryFn: ({ pageParam, signal }) =>
      call(listWorkedLeads, {
        query: { ...query, status: statusId, page: String(pageParam), limit: String(leadWorkLimits.boardCards) },
        signal,
      }),
    initialPageParam: 2,
    getNextPageParam: ({ nextPage }) => nextPage,
    staleTime: 0,
  });

export type CardMove = { lead: WorkedLead; statusId: string };

/** Changes a lead's status unless another person has changed the lead. Settles after the board has reloaded. */
export const useMoveCard = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ lead: { id, version }, statusId }: CardMove) => sendChange(id, { statusId }, version),
    onSuccess: ({ data }, { lead, statusId }) => offerLeadUndo(queryClient, lead, { statusId }, data),
    onError: (error) => notify.failure(error, messages.leadWork.changeFailed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.leadWork.all }),
  });
};
