import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notify } from '#client/components/toasts/notify.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { createView, deleteView, listViews, updateView } from '#shared/contracts/views.ts';
import type { View, ViewScreen } from '#shared/contracts/views.ts';
import { messages } from '#shared/messages.ts';

export const useViews = (screen: ViewScreen) =>
  useQuery({
    queryKey: queryKeys.views.of(screen),
    queryFn: async ({ signal }) => (await call(listViews, { query: { screen }, signal })).data,
  });

/** Waits for the new list, so that the caller finds the view in it. */
const useReload = (): (() => Promise<void>) => {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: queryKeys.views.all });
};

/** The caller shows failures. */
export const useSaveView = (onSaved: (view: View) => void) => {
  const reload = useReload();
  return useMutation({
    mutationFn: (body: BodyOf<typeof createView>) => call(createView, { body }),
    onSuccess: async ({ message, data }) => {
      await reload();
      notify.success(message);
      onSaved(data);
    },
  });
};

type Change = BodyOf<typeof updateView> & { id: string };

export const useChangeView = (onChanged: () => void) => {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ id, ...body }: Change) => call(updateView, { params: { id }, body }),
    onSuccess: async ({ message }) => {
      await reload();
      notify.success(message);
      onChanged();
    },
  });
};

export const useDeleteView = (onDeleted: () => void) => {
  const reload = useReload();
  return useMutation({
    mutationFn: (id: string) => call(deleteView, { params: { id } }),
    onSuccess: async ({ message }) => {
      await reload();
      notify.success(message);
      onDeleted();
    },
    onError: (error) => notify.failure(error, messages.views.deleteFailed),
  });
};
