import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { View, ViewScreen } from '#shared/contracts/views.ts';
import { needsViews, paramsOf, readViewState, writeViewState } from './viewAddress.ts';
import type { ViewState } from './viewAddress.ts';
import { useViews } from './views.api.ts';

const none: readonly View[] = [];
const noPlace: readonly string[] = [];

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
  /** Which of these say where the screen is, such as a tab. They stay when another view is shown. */
  place: readonly string[];
};

/**
 * The parameters of a screen whose URL can name a saved view.
 * @param momentary parameters that views do not save, such as the page; the same array each time
 * @param place those of them that say where the screen is
 */
export const useViewParams = (
  screen: ViewScreen,
  momentary: readonly string[],
  place: readonly string[] = noPlace,
): ViewParams => {
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
      setParams(
        (current) =>
          writeViewState(
            new URLSearchParams([...new URLSearchParams(view?.query), ...paramsOf(current, place)]),
            view,
            views,
            momentary,
          ),
        { replace: false },
      ),
    momentary,
    place,
  };
};
