import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notify } from '#client/components/toasts/notify.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { getLeadStatusUse, listLeadStatuses, saveLeadStatuses } from '#shared/contracts/leadWork.ts';

/** The stored ladder, with the lead count of each step and the imported status texts. */
export const useLadderInUse = () =>
  useQuery({
    queryKey: queryKeys.leads.ladder,
    queryFn: async ({ signal }) => {
      const [statuses, use] = await Promise.all([
        call(listLeadStatuses, { signal }),
        call(getLeadStatusUse, { signal }),
      ]);
      return { statuses: statuses.data, ...use.data };
    },
    // No refetch during an edit.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** The caller shows errors. */
export const useSaveLadder = (onSaved: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof saveLeadStatuses>) => call(saveLeadStatuses, { body }),
    onSuccess: async ({ message }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.leadWork.all });
      notify.success(message);
      onSaved();
    },
  });
};
