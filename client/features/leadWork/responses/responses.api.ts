import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notify } from '#client/components/toasts/notify.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { getResponseGoal, getResponseTimes, saveResponseGoal } from '#shared/contracts/responses.ts';
import type { ResponseGrouping } from '#shared/contracts/responses.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import type { ResponseGoal } from '#shared/responseGoal.ts';

/** Below the key of the work on leads, which each change of a lead or of the goal reloads. */
const responsesKey = ['leads', 'work', 'responses'] as const;
const goalKey = [...responsesKey, 'goal'] as const;

export const useResponseGoal = () =>
  useQuery({
    queryKey: goalKey,
    queryFn: async ({ signal }) => (await call(getResponseGoal, { signal })).data,
    staleTime: Infinity,
  });

export const useSaveResponseGoal = (onSaved: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ResponseGoal) => call(saveResponseGoal, { body }),
    onSuccess: ({ data, message }) => {
      queryClient.setQueryData(goalKey, data);
      onSaved();
      notify.success(message);
    },
    onError: (error) => notify.failure(error, messages.responses.saveFailed),
  });
};

/** The old times stay while others load. */
export const useResponseTimes = ({ since, until }: DateRange, by: ResponseGrouping) =>
  useQuery({
    queryKey: [...responsesKey, 'times', since, until, by],
    queryFn: async ({ signal }) => (await call(getResponseTimes, { query: { since, until, by }, signal })).data,
    placeholderData: (previous) => previous,
    staleTime: 0,
  });
