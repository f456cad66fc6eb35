import { useMemo } from 'react';
import { readParams, writeParams } from '#client/lib/address/address.ts';
import type { Params } from '#client/lib/address/address.ts';
import { useSearch } from '#client/lib/address/useAddress.ts';
import type { ChangeAddress } from '#client/lib/address/useAddress.ts';
import type { View, ViewScreen } from '#shared/contracts/views.ts';
import { placeOf, readViewState, writeViewState } from './viewAddress.ts';
import type { Scopes, ViewState } from './viewAddress.ts';
import { useViews } from './views.api.ts';

const none: readonly View[] = [];

export type SavedView = ViewState & {
  screen: ViewScreen;
  /** The declared parameters of the screen. */
  declared: Scopes;
  views: readonly View[];
  /** The shown state is final: it no longer depends on views that are still loading. */
  isReady: boolean;
  /** Reloads the list of views. Null unless loading it failed. */
  retry: (() => void) | null;
  /** Shows a view as saved, or no view for null. */
  select: (view: Pick<View, 'id' | 'query'> | null) => void;
};

type ViewAddress<Values> = { values: Values; change: ChangeAddress<Values>; saved: SavedView };

/** The parameter values of a screen whose URL can refer to a saved view. */
export const useViewAddress = <Values>(screen: ViewScreen, declared: Params<Values>): ViewAddress<Values> => {
  const { query, edit } = useSearch();
  const { data: views = none, isPending, isError, refetch } = useViews(screen);
  const state = useMemo(() => readViewState(query, views, declared), [query, views, declared]);
  const values = useMemo(() => readParams(declared, state.params), [declared, state]);
  const change: ChangeAddress<Values> = (changes, options) =>
    edit((current) => {
      const { params, view } = readViewState(current, views, declared);
      return writeViewState(writeParams(declared, changes, params), view, views, declared);
    }, options);
  const select: SavedView['select'] = (view) =>
    edit(
      (current) => {
        const shown = new URLSearchParams([...new URLSearchParams(view?.query), ...placeOf(current, declared)]);
        return writeViewState(shown, view, views, declared);
      },
      { isStep: true },
    );
  const saved = {
    ...state,
    isMissing: state.isMissing && !isPending && !isError,
    screen,
    declared,
    views,
    isReady: !isPending || !state.isAsSaved,
    retry: isError ? () => void refetch() : null,
    select,
  };
  return { values, change, saved };
};
