import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { notify } from '#client/components/notify.ts';
import { messageOf } from '#client/lib/ApiError.ts';
import type { QuickSelectId } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { datasetReducer, emptyHistory, hasStoredNext } from './datasetHistory.ts';
import { fetchDataset } from './insights.api.ts';
import type { Dataset, InsightsQuery } from './insights.api.ts';

/** What the rows are of; `quickSelect` is the period that was chosen by name, null for days typed by hand. */
export type PreviewFilters = InsightsQuery & { quickSelect: QuickSelectId | null };

type Work = 'load' | 'step' | null;

/**
 * The rows of a Preview: read once for `initial`, again with `load`. New filters count only when their rows have come;
 * until then, and after a failure, the old ones stay with theirs.
 */
export const usePreview = (platform: PlatformId, initial: PreviewFilters) => {
  const [filters, setFilters] = useState(initial);
  const [history, dispatch] = useReducer(datasetReducer, emptyHistory);
  const [page, setPage] = useState(1);
  const [work, setWork] = useState<Work>(initial.accountIds.length > 0 ? 'load' : null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);

  /** One request at a time, the newest one wins; false when it failed or was called off. */
  const run = (
    request: (signal: AbortSignal) => Promise<Dataset>,
    accept: (dataset: Dataset) => void,
  ): Promise<boolean> => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const handleAnswer = (dataset: Dataset): boolean => {
      if (signal.aborted) return false;
      accept(dataset);
      setFailure(null);
      setWork(null);
      return true;
    };
    const handleFailure = (error: unknown): boolean => {
      if (signal.aborted) return false;
      const fallback = messages.platform.insightsFailed[platform];
      notify.failure(error, fallback);
      setFailure(messageOf(error, fallback));
      setWork(null);
      return false;
    };
    return request(signal).then(handleAnswer, handleFailure);
  };

  const readFirst = (next: PreviewFilters): Promise<boolean> =>
    run(
      (signal) => fetchDataset[platform](next, null, signal),
      (dataset) => {
        setFilters(next);
        setPage(1);
        dispatch({ type: 'loaded', dataset });
      },
    );

  /** @returns whether the rows of `next` are on the screen now */
  const load = (next: PreviewFilters): Promise<boolean> => {
    setWork('load');
    return readFirst(next);
  };

  const goForward = (): void => {
    const step = history.datasets.at(-1)?.next;
    if (hasStoredNext(history) || !step) {
      dispatch({ type: 'moved', by: 1 });
      return;
    }
    setWork('step');
    void run(
      (signal) => fetchDataset[platform](filters, step, signal),
      (dataset) => dispatch({ type: 'stepped', dataset }),
    );
  };

  const cancelLoad = (): void => {
    running.current?.abort();
    setWork(null);
  };

  const handleOpen = useEffectEvent(() => {
    if (initial.accountIds.length > 0) void readFirst(initial);
  });
  useEffect(() => {
    handleOpen();
    return () => running.current?.abort();
  }, []);

  return {
    filters,
    history,
    /** Of Google's and TikTok's pages, from 1. */
    page,
    setPage,
    isLoading: work === 'load',
    isStepping: work === 'step',
    /** Why the last request failed, for the person. */
    failure,
    load,
    cancelLoad,
    goForward,
    goBack: () => dispatch({ type: 'moved', by: -1 }),
  };
};

export type Preview = ReturnType<typeof usePreview>;
