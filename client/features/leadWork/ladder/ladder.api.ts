import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notify } from '#client/components/toasts/notify.ts';
import { workKey } from '#client/features/leadWork/leadWork.api.ts';
import { call } from '#client/lib/api/apiClient.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { getLeadStatusUse, listLeadStatuses, saveLeadStatuses } from '#shared/contracts/leadWork.ts';

/** The ladder as it is stored, with the leads of each step and the imported status texts. */
export const useLadderInUse = () =>
  useQuery({
    queryKey: ['leads', 'ladder'],
    queryFn: async ({ signal }) => {
      const [statuses, use] = await Promise.all([
        call(listLeadStatuses, { signal }),
        call(getLeadStatusUse, { signal }),
      ]);
      return { statuses: statuses.data, ...use.data };
    },
    // What is edited does not change meanwhile.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** The caller shows a failure. */
export const useSaveLadder = (onSaved: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof saveLeadStatuses>) => call(saveLeadStatuses, { body }),
    onSuccess: async ({ message }) => {
      await queryClient.invalidateQueries({ queryKey: workKey });
      notify.success(message);
      onSaved();
    },
  });
};
