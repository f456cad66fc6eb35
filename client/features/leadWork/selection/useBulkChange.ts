import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '#client/components/toasts/notify.ts';
import { offerUndo } from '#client/components/toasts/offerUndo.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { undoActivity } from '#shared/contracts/activity.ts';
import { changeLeads } from '#shared/contracts/leadBulk.ts';
import type { BulkAction } from '#shared/contracts/leadBulk.ts';
import { messages } from '#shared/messages.ts';
import type { LeadSelection } from './useSelection.ts';

/** Changes all selected leads, and offers an undo. */
export const useBulkChange = ({ body, clear }: Pick<LeadSelection, 'body' | 'clear'>) => {
  const queryClient = useQueryClient();
  const reread = (): void => void queryClient.invalidateQueries({ queryKey: queryKeys.leads.all });
  const undo = async (id: string): Promise<void> => {
    try {
      notify.success((await call(undoActivity, { params: { id } })).message);
    } catch (error) {
      notify.failure(error, messages.activity.undoFailed);
    }
    reread();
  };
  return useMutation({
    mutationFn: (action: BulkAction) => call(changeLeads, { body: { ...body, action } }),
    onSuccess: ({ message, data: { activityId } }) => {
      clear();
      if (activityId === null) notify.success(message);
      else offerUndo(message, { id: activityId, undo: () => void undo(activityId) });
    },
    onError: (error) => notify.failure(error, messages.activity.changeFailed),
    onSettled: reread,
  });
};
