import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { View, ViewScreen } from '#shared/contracts/views.ts';
import { needsViews, readViewState, writeViewState } from './viewAddress.ts';
import type { ViewState } from './viewAddress.ts';
import { useViews } from './views.api.ts';

const none: readonly View[] = [];

export type ViewParams = ViewState & {
  screen: ViewScreen;
  views: readonly View[];
  /** What is shown is known. */
  isReady: boolean;
  /** The list of views could not be read; this reads it again. */
  retry: (() => void) | null;
  /** Changes what is shown. `isStep` adds a history entry. */
  change: (edit: (params: URLSearchParams) => void, isStep: boolean) => void;
  /** Shows a view as it is saved; null shows none. */
  select: (view: Pick<View, 'id' | 'query'> | null) => void;
  /** The parameters that views do not save. */
  momentary: readonly string[];
};

/**
 * The parameters of a screen whose URL can name a saved view.
 * @param momentary parameters that views do not save, such as the page; the same array each time
 */
export const useViewParams = (screen: ViewScreen, momentary: readonly string[]): ViewParams => {
  const [params, setParams] = useSearchParams();
  const { data: views = none, isPending, isError, refetch } = useViews(screen);
  const state = useMemo(() => readViewState(params, views, momentary), [params, views, momentary]);
  return {
    ...state,
    isMissing: state.isMissing && !isPending && !isError,
    screen,
    views,
    isReady: !isPending || !needsViews(params, momentary),
    retry: isError ? () => void refetch() : null,
    change: (edit, isStep) =>
      setParams(
        (current) => {
          const { params: shown, view } = readViewState(current, views, momentary);
          const next = new URLSearchParams(shown);
          edit(next);
          return writeViewState(next, view, views, momentary);
        },
        { replace: !isStep },
      ),
    select: (view) =>
      setParams(writeViewState(new URLSearchParams(view?.query), view, views, momentary), { replace: false }),
    momentary,
  };
};
