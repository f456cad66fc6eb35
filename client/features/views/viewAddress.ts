import type { View } from '#shared/contracts/views.ts';

/*
 * How a URL names a view. `?view=ID` shows it as it is saved. `?from=ID&…` started from it, and holds what is shown now.
 * Without either, the parameters are what is shown; if there are none, the default view is. `?view=all` shows no view
 * although there is a default one.
 */

const noView = 'all';

export type ViewState = {
  /** What is shown, as the parameters of a URL without a view. */
  params: URLSearchParams;
  /** What it is a state of; null: of no view. */
  view: View | null;
  /** It differs from what the view has saved. */
  isChanged: boolean;
  /** The URL names a view that is not there. */
  isMissing: boolean;
};

/** Whether two queries say the same, in whatever order. */
const isSame = (one: URLSearchParams, other: URLSearchParams): boolean => {
  const [first, second] = [one, other].map((params) => {
    const sorted = new URLSearchParams(params);
    sorted.sort();
    return sorted.toString();
  });
  return first === second;
};

/** Parameters that a view saves, without those of the moment such as the page. */
const savedOf = (params: URLSearchParams, momentary: readonly string[]): URLSearchParams => {
  const rest = new URLSearchParams(params);
  for (const name of ['view', 'from', ...momentary]) rest.delete(name);
  return rest;
};

/** Those of the parameters that have one of these names. */
export const paramsOf = (params: URLSearchParams, names: readonly string[]): URLSearchParams =>
  new URLSearchParams([...params].filter(([name]) => names.includes(name)));

/** Whether what is shown depends on the list of views. */
export const needsViews = (params: URLSearchParams, momentary: readonly string[]): boolean => {
  const named = params.get('view');
  if (named !== null) return named !== noView;
  return !params.has('from') && savedOf(params, momentary).size === 0;
};

export const readViewState = (
  params: URLSearchParams,
  views: readonly View[],
  momentary: readonly string[],
): ViewState => {
  const named = params.get('view');
  const from = params.get('from');
  const saved = savedOf(params, momentary);
  const isDefault = named === null && from === null && saved.size === 0;
  const view = views.find(({ id, ...each }) => (isDefault ? each.isDefault : id === (named ?? from))) ?? null;
  const isAsSaved = isDefault || (named !== null && named !== noView);
  const query = isAsSaved && view ? new URLSearchParams(view.query) : saved;
  return {
    params: new URLSearchParams([...query, ...paramsOf(params, momentary)]),
    view,
    isChanged: view !== null && !isSame(query, new URLSearchParams(view.query)),
    isMissing: view === null && ((named !== null && named !== noView) || from !== null),
  };
};

/** The URL that shows these parameters, as a state of a view or of none. */
export const writeViewState = (
  shown: URLSearchParams,
  view: Pick<View, 'id' | 'query'> | null,
  views: readonly View[],
  momentary: readonly string[],
): URLSearchParams => {
  const saved = savedOf(shown, momentary);
  const rest = paramsOf(shown, momentary);
  if (view) {
    const isAsSaved = isSame(saved, new URLSearchParams(view.query));
    return new URLSearchParams([[isAsSaved ? 'view' : 'from', view.id], ...(isAsSaved ? [] : saved), ...rest]);
  }
  const hidesDefault = saved.size === 0 && views.some(({ isDefault }) => isDefault);
  return new URLSearchParams([...(hidesDefault ? [['view', noView]] : []), ...saved, ...rest]);
};

/** What a view saves of the parameters that are shown. */
export const toViewQuery = (shown: URLSearchParams, momentary: readonly string[]): URLSearchParams =>
  savedOf(shown, momentary);
