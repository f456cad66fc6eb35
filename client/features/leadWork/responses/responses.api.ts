import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notify } from '#client/components/toasts/notify.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { getResponseGoal, getResponseTimes, saveResponseGoal } from '#shared/contracts/responses.ts';
import type { ResponseGrouping } from '#shared/contracts/responses.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import type { ResponseGoal } from '#shared/responseGoal.ts';

export const useResponseGoal = () =>
  useQuery({
    queryKey: queryKeys.leadWork.responseGoal,
    queryFn: async ({ signal }) => (await call(getResponseGoal, { signal })).data,
    staleTime: Infinity,
  });

export const useSaveResponseGoal = (onSaved: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ResponseGoal) => call(saveResponseGoal, { body }),
    onSuccess: ({ data, message }) => {
      queryClient.setQueryData(queryKeys.leadWork.responseGoal, data);
      onSaved();
      notify.success(message);
    },
    onError: (error) => notify.failure(error, messages.responses.saveFailed),
  });
};

/** The old times stay while new ones load. */
export const useResponseTimes = ({ since, until }: DateRange, by: ResponseGrouping) =>
  useQuery({
    queryKey: queryKeys.leadWork.responseTimes({ since, until }, by),
    queryFn: async ({ signal }) => (await call(getResponseTimes, { query: { since, until, by }, signal })).data,
    placeholderData: (previous) => previous,
    staleTime: 0,
  });
