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

/** What the rows are of; `quickSelect` is the period that was chosen by name, null for days typed by hand. */
export type PreviewFilters = InsightsQuery & { quickSelect: QuickSelectId | null };

type Work = 'load' | 'step' | null;

type PreviewOptions = {
  platform: PlatformId;
  /** What the address asks for; another one is read as it comes, by going back say. */
  wanted: PreviewFilters;
  /** Nothing is read before: an unconnected platform has no answer. */
  isConnected: boolean;
  /** The rows of a `load` have come; the address is to follow. */
  onLoaded: (filters: PreviewFilters) => void;
  onFailure: (error: unknown) => void;
};

/**
 * The rows of a Preview: those that the address asks for, and others with `load`. New filters count only when their rows
 * have come; until then, and after a failure, the old ones stay with theirs.
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

  /** One request at a time, the newest one wins. */
  const run = (
    request: (signal: AbortSignal) => Promise<Dataset>,
    accept: (dataset: Dataset) => void,
  ): Promise<void> => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const handleAnswer = (dataset: Dataset): void => {
      if (signal.aborted) return;
      // The router takes its steps as transitions: rows and address change in one.
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
    // What was under way was for another address, or for a platform that is no longer connected.
    running.current?.abort();
    if (key !== null && !isAtHand) void read(wanted);
  });
  useEffect(() => handleAsked(asked), [asked]);
  useEffect(() => () => running.current?.abort(), []);

  return {
    /** What the rows are of, or what is asked for while there are none. */
    filters: shown !== null && (isAsWanted || failure === null) ? shown : wanted,
    history,
    isLoading: work === 'load' || (isConnected && !isAsWanted && failure === null),
    isStepping: work === 'step',
    /** Why there are no rows of what the address asks for; null while others may still stand in for them. */
    failure: isAsWanted ? null : failure,
    /** Reads the rows of `filters`; `onShown` comes with them onto the screen. */
    load: (filters: PreviewFilters, onShown?: () => void): Promise<void> => {
      setWork('load');
      return read(filters, () => {
        onLoaded(filters);
        onShown?.();
      });
    },
    /** Reads once more what the address asks for. */
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
