import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notify } from '#client/components/toasts/notify.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { getActivity, listActivity, previewUndo, undoActivity } from '#shared/contracts/activity.ts';
import type { ResponseOf } from '#shared/contracts/endpoint.ts';
import { messages } from '#shared/messages.ts';

/** A page of bulk actions and imports. The old page stays while another loads. */
export const useActivities = (page: number) =>
  useQuery({
    queryKey: queryKeys.activity.list(page),
    queryFn: async ({ signal }) => {
      const { data, totalPages, nextPage } = await call(listActivity, { query: { page: String(page) }, signal });
      return { activities: data, totalPages, nextPage };
    },
    placeholderData: (previous) => previous,
    staleTime: 0,
  });

/** The leads that an undo skipped. */
export const useLeftLeads = (id: string) =>
  useQuery({
    queryKey: queryKeys.activity.leftLeads(id),
    queryFn: async ({ signal }) => (await call(getActivity, { params: { id }, signal })).data.leftLeads,
  });

export type UndoPreview = ResponseOf<typeof previewUndo>['data'];

/** Previews an undo, and runs it at once if it restores everything. */
export const useUndo = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, isConfirmed }: { id: string; isConfirmed: boolean }) => {
      if (!isConfirmed) {
        const { restored, left } = (await call(previewUndo, { params: { id } })).data;
        if (left > 0) return { restored, left };
      }
      const { message } = await call(undoActivity, { params: { id } });
      notify.success(message);
      return null;
    },
    onError: (error) => notify.failure(error, messages.activity.undoFailed),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: queryKeys.leads.all }),
  });
};
