import { startTransition, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { notify } from '#client/components/toasts/notify.ts';
import { messageOf } from '#client/lib/api/ApiError.ts';
import type { QuickSelectId } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { emptyHistory, hasStoredNext } from './datasetHistory.ts';
import { fetchDataset } from './insights.api.ts';
import type { Dataset, InsightsQuery } from './insights.api.ts';
import { keptHistory, keptReducer, keyOf } from './keptHistories.ts';

/** `quickSelect` is the named period, or null for days entered by hand. */
export type PreviewFilters = InsightsQuery & { quickSelect: QuickSelectId | null };

type Work = 'load' | 'step' | null;

type PreviewOptions = {
  platform: PlatformId;
  /** The filters in the address. A change, for example through Back, loads their rows. */
  wanted: PreviewFilters;
  /** Nothing is read before. */
  isConnected: boolean;
  /** Called when the rows of a `load` arrive, to update the address. */
  onLoaded: (filters: PreviewFilters) => void;
  onFailure: (error: unknown) => void;
};

/**
 * Rows of a preview: those of the address, and others with `load`. New filters apply only once their rows arrive. Until
 * then, and after a failure, the old filters and rows stay.
 */
export const usePreview = ({ platform, wanted, isConnected, onLoaded, onFailure }: PreviewOptions) => {
  const [kept, dispatch] = useReducer(keptReducer, []);
  const [shown, setShown] = useState<PreviewFilters | null>(null);
  const [work, setWork] = useState<Work>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);

  const wantedKey = keyOf(wanted);
  const asked = isConnected ? wantedKey : null;
  const [lastAsked, setLastAsked] = useState(asked);
  if (asked !== lastAsked) {
    setLastAsked(asked);
    setWork(null);
    setFailure(null);
  }
  const shownKey = shown && keyOf(shown);
  const isAtHand = wanted.accountIds.length === 0 || keptHistory(kept, wantedKey) !== undefined;
  if (isAtHand && shownKey !== wantedKey) setShown(wanted);
  const isAsWanted = shownKey === wantedKey;
  const history = (shownKey === null ? undefined : keptHistory(kept, shownKey)) ?? emptyHistory;

  /** One request at a time. The newest one wins. */
  const run = (
    request: (signal: AbortSignal) => Promise<Dataset>,
    accept: (dataset: Dataset) => void,
  ): Promise<void> => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const handleAnswer = (dataset: Dataset): void => {
      if (signal.aborted) return;
      // Router navigations are transitions, so rows and address change together.
      startTransition(() => {
        accept(dataset);
        setFailure(null);
        setWork(null);
      });
    };
    const handleFailure = (error: unknown): void => {
      if (signal.aborted) return;
      const fallback = messages.platform.insightsFailed[platform];
      notify.failure(error, fallback);
      setFailure(messageOf(error, fallback));
      setWork(null);
      onFailure(error);
    };
    return request(signal).then(handleAnswer, handleFailure);
  };

  const read = (filters: PreviewFilters, onRead?: () => void): Promise<void> =>
    run(
      (signal) => fetchDataset[platform](filters, null, signal),
      (dataset) => {
        dispatch({ key: keyOf(filters), action: { type: 'loaded', dataset } });
        setShown(filters);
        onRead?.();
      },
    );

  const move = (by: -1 | 1): void => {
    if (shownKey !== null) dispatch({ key: shownKey, action: { type: 'moved', by } });
  };
  const goForward = (): void => {
    const step = history.datasets.at(-1)?.next;
    if (shown === null || shownKey === null || hasStoredNext(history) || !step) {
      move(1);
      return;
    }
    setWork('step');
    void run(
      (signal) => fetchDataset[platform](shown, step, signal),
      (dataset) => dispatch({ key: shownKey, action: { type: 'stepped', dataset } }),
    );
  };

  const handleAsked = useEffectEvent((key: string | null) => {
    // Cancels a request for another address, or for a platform that is no longer connected.
    running.current?.abort();
    if (key !== null && !isAtHand) void read(wanted);
  });
  useEffect(() => handleAsked(asked), [asked]);
  useEffect(() => () => running.current?.abort(), []);

  return {
    /** Filters of the visible rows, or the requested ones while there are no rows. */
    filters: shown !== null && (isAsWanted || failure === null) ? shown : wanted,
    history,
    isLoading: work === 'load' || (isConnected && !isAsWanted && failure === null),
    isStepping: work === 'step',
    /** Why the requested rows are missing. Null while older rows are shown instead. */
    failure: isAsWanted ? null : failure,
    /** Reads the rows of `filters`. `onShown` runs when they are rendered. */
    load: (filters: PreviewFilters, onShown?: () => void): Promise<void> => {
      setWork('load');
      return read(filters, () => {
        onLoaded(filters);
        onShown?.();
      });
    },
    /** Reads the rows of the address again. */
    retry: (): void => {
      setWork('load');
      void read(wanted);
    },
    cancelLoad: (): void => {
      running.current?.abort();
      setWork(null);
    },
    goForward,
    goBack: () => move(-1),
  };
};

export type Preview = ReturnType<typeof usePreview>;
