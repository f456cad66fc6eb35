import { CancelledError, hashKey, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { notify } from '#client/components/toasts/notify.ts';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import type { QuickSelectId } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { datasetsOf } from './insights.api.ts';
import type { Dataset, InsightsQuery } from './insights.api.ts';

/** `quickSelect` is the named period, or null for days entered by hand. */
export type PreviewFilters = InsightsQuery & { quickSelect: QuickSelectId | null };

type PreviewOptions = {
  platform: PlatformId;
  /** The filters in the address. A change, for example through Back, loads their rows. */
  wanted: PreviewFilters;
  /** Nothing loads until the platform is connected. */
  isConnected: boolean;
  /** Called when the rows of a `load` arrive, to update the address. `isSame`: the address has these filters. */
  onLoaded: (filters: PreviewFilters, isSame: boolean) => void;
  onFailure: (error: unknown) => void;
};

const noDatasets: readonly Dataset[] = [];

/**
 * Rows of a preview: those of the address, or of other filters with `load`. New filters apply only once their rows
 * arrive. Until then, and after a failure, the old filters and rows stay.
 */
export const usePreview = ({ platform, wanted, isConnected, onLoaded, onFailure }: PreviewOptions) => {
  const queryClient = useQueryClient();
  /** Filters of the last rows. */
  const [shown, setShown] = useState(wanted);
  /** The visible dataset of each selection. */
  const [positions, setPositions] = useState<Readonly<Record<string, number>>>({});
  const [isReading, setIsReading] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);

  const keyOf = (filters: InsightsQuery): string => hashKey(datasetsOf(platform, filters).queryKey);
  const wantedKey = keyOf(wanted);
  const asked = isConnected ? wantedKey : null;
  const [lastAsked, setLastAsked] = useState(asked);
  if (asked !== lastAsked) {
    setLastAsked(asked);
    setIsReading(false);
    setFailure(null);
  }

  const hasAccounts = wanted.accountIds.length > 0;
  const { data, isPlaceholderData, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...datasetsOf(platform, wanted),
    // `run` starts all reads, so that only the newest one applies and each failure shows once.
    enabled: false,
    placeholderData: hasAccounts ? keepPreviousData : undefined,
  });
  const isAsWanted = !hasAccounts || (data !== undefined && !isPlaceholderData);
  if (isAsWanted && keyOf(shown) !== wantedKey) setShown(wanted);
  const filters = isPlaceholderData && failure === null ? shown : wanted;
  const shownKey = keyOf(filters);
  const datasets = data?.pages ?? noDatasets;
  const position = Math.min(positions[shownKey] ?? 0, Math.max(0, datasets.length - 1));

  const goTo = (key: string, index: number): void => setPositions((others) => ({ ...others, [key]: index }));

  const stop = (): void => {
    running.current?.abort();
    void queryClient.cancelQueries({ queryKey: queryKeys.insights.all });
  };

  /** One request at a time. The newest one wins. */
  const run = async (request: () => Promise<unknown>, accept: () => void): Promise<void> => {
    stop();
    const { signal } = (running.current = new AbortController());
    try {
      await request();
    } catch (error) {
      if (signal.aborted || error instanceof CancelledError) return;
      const fallback = messages.platform.insightsFailed[platform];
      notify.failure(error, fallback);
      setFailure(messageOf(error, fallback));
      setIsReading(false);
      onFailure(error);
      return;
    }
    if (signal.aborted) return;
    // Router navigations are transitions, so rows and address change together.
    startTransition(() => {
      accept();
      setFailure(null);
      setIsReading(false);
    });
  };

  const read = (of: PreviewFilters, onRead?: () => void): Promise<void> =>
    run(
      () => queryClient.infiniteQuery({ ...datasetsOf(platform, of), pages: 1, staleTime: 0 }),
      () => {
        goTo(keyOf(of), 0);
        onRead?.();
      },
    );

  const handleAsked = useEffectEvent((key: string | null) => {
    // Cancels a request for another address, or for a platform that is no longer connected.
    stop();
    if (key !== null && !isAsWanted) void read(wanted);
  });
  useEffect(() => handleAsked(asked), [asked]);
  useEffect(
    () => () => {
      running.current?.abort();
      // Each visit loads fresh rows.
      queryClient.removeQueries({ queryKey: queryKeys.insights.all });
    },
    [queryClient],
  );

  return {
    /** Filters of the visible rows, or the requested ones while there are no rows. */
    filters,
    /** The datasets loaded so far. */
    datasets,
    position,
    isLoading: isReading || (isConnected && !isAsWanted && failure === null),
    isStepping: isFetchingNextPage,
    /** The reason for missing rows. Null while older rows are shown instead. */
    failure: isAsWanted ? null : failure,
    /** Reads the rows of `filters`. `onShown` runs when they are rendered. */
    load: (next: PreviewFilters, onShown?: () => void): Promise<void> => {
      setIsReading(true);
      return read(next, () => {
        onLoaded(next, keyOf(next) === wantedKey);
        onShown?.();
      });
    },
    /** Reads the rows of the address again. */
    retry: (): void => {
      setIsReading(true);
      void read(wanted);
    },
    cancelLoad: (): void => {
      stop();
      setIsReading(false);
    },
    goForward: (): void => {
      const next = position + 1;
      if (next < datasets.length) goTo(shownKey, next);
      else if (isAsWanted)
        void run(
          () => fetchNextPage({ throwOnError: true }),
          () => goTo(shownKey, next),
        );
    },
    goBack: () => goTo(shownKey, position - 1),
  };
};

export type Preview = ReturnType<typeof usePreview>;
