import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#client/lib/api/ApiError.ts';
import { call, callForBlob } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { isRecord } from '#client/lib/isRecord.ts';
import { readPage } from '#client/lib/api/readPage.ts';
import { fetchGoogleSheet, importRefHeader, listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import type { CustomLead } from '#shared/contracts/customLeads.ts';
import { pageSizes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';

/** One page of the list. The old rows stay while another page or search loads. */
export const useCustomLeads = ({ page, search }: { page: number; search: string }) =>
  useQuery({
    queryKey: queryKeys.leads.custom(page, search),
    queryFn: async ({ signal }) =>
      readPage<CustomLead>(
        await call(listCustomLeads, {
          query: { page: String(page), search, limit: String(pageSizes.customLeads) },
          signal,
        }),
      ),
    placeholderData: (previous) => previous,
    staleTime: 0,
  });

/** Cells of a shared Google Sheet, as raw bytes: there may be a hundred thousand rows. */
export const fetchSheet = (url: string, signal: AbortSignal): Promise<Blob> =>
  callForBlob(fetchGoogleSheet, { query: { url, cells: 'true' }, signal });

const textOf = (body: unknown, key: 'mesage' | 'message'): string | null => {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, key) : null;
  return typeof value === 'string' && value !== '' ? value : null;
};

/** Counts of a saved import. Null if the server does not send them. */
export type SavedCounts = { inserted: number; unchanged: number } | null;

const countsIn = (answer: unknown): SavedCounts => {
  const data = isRecord(answer) && isRecord(answer['data']) ? answer['data'] : {};
  const { inserted, unchanged } = data;
  return typeof inserted === 'number' && typeof unchanged === 'number' ? { inserted, unchanged } : null;
};

/**
 * Stores the rows in the JSON body.
 *
 * @param ref returned with each `import_progress`
 * @returns the message to show, and the counts
 * @throws ApiError; `saveFailureText` has its text
 */
export const saveRows = async (body: Blob, ref: string): Promise<{ message: string; counts: SavedCounts }> => {
  const answer: unknown = await call(saveCustomLeads, { headers: { [importRefHeader]: ref }, body });
  if (typeof answer === 'object' && answer !== null && Reflect.get(answer, 'success') === false)
    throw new ApiError('The rows were refused', { status: 200, body: answer });
  return { message: textOf(answer, 'message') ?? messages.customLeads.saved, counts: countsIn(answer) };
};

/** The reason why rows were not stored. Servers send it under one of two keys. */
export const saveFailureText = (error: unknown): string => {
  const body = error instanceof ApiError ? error.body : null;
  return textOf(body, 'mesage') ?? textOf(body, 'message') ?? messages.customLeads.saveFailed;
};
