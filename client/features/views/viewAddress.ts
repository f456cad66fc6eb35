import type { Param } from '#client/lib/address/address.ts';
import type { View } from '#shared/contracts/views.ts';

/*
 * How a URL refers to a view. `?view=ID` shows the view as saved. `?from=ID&…` shows a changed view: the URL holds the
 * current parameters. Without either, the screen shows the URL's parameters, or the default view if there are no
 * parameters. `?view=all` shows no view even if there is a default view.
 */

const noView = 'all';

/** The declared parameters of a screen. Only their scope matters here. */
export type Scopes = Readonly<Record<string, Pick<Param<never>, 'scope'>>>;

export type ViewState = {
  /** The shown state, as the parameters of a URL without a view. */
  params: URLSearchParams;
  /** The current view, changed or not. Null without a view. */
  view: View | null;
  /** The shown state differs from the saved view. */
  isChanged: boolean;
  /** The URL refers to a view that does not exist. */
  isMissing: boolean;
  /** The URL shows a view as saved, so the shown state depends on the list of views. */
  isAsSaved: boolean;
};

/** Whether two queries are equal, regardless of order. */
const isSame = (one: URLSearchParams, other: URLSearchParams): boolean => {
  const [first, second] = [one, other].map((params) => {
    const sorted = new URLSearchParams(params);
    sorted.sort();
    return sorted.toString();
  });
  return first === second;
};

const where = (params: URLSearchParams, isKept: (name: string) => boolean): URLSearchParams =>
  new URLSearchParams([...params].filter(([name]) => isKept(name)));

/** Parameters that a view saves. Excludes momentary ones such as the page. */
export const savedOf = (params: URLSearchParams, scopes: Scopes): URLSearchParams =>
  where(params, (name) => name !== 'view' && name !== 'from' && scopes[name]?.scope === undefined);

/** Parameters that a view does not save. */
const restOf = (params: URLSearchParams, scopes: Scopes): URLSearchParams =>
  where(params, (name) => scopes[name]?.scope !== undefined);

/** Parameters that stay when another view is shown. */
export const placeOf = (params: URLSearchParams, scopes: Scopes): URLSearchParams =>
  where(params, (name) => scopes[name]?.scope === 'place');

export const readViewState = (params: URLSearchParams, views: readonly View[], scopes: Scopes): ViewState => {
  const named = params.get('view');
  const from = params.get('from');
  const saved = savedOf(params, scopes);
  const isDefault = named === null && from === null && saved.size === 0;
  const view = views.find(({ id, ...each }) => (isDefault ? each.isDefault : id === (named ?? from))) ?? null;
  const isAsSaved = isDefault || (named !== null && named !== noView);
  const query = isAsSaved && view ? new URLSearchParams(view.query) : saved;
  return {
    params: new URLSearchParams([...query, ...restOf(params, scopes)]),
    view,
    isChanged: view !== null && !isSame(query, new URLSearchParams(view.query)),
    isMissing: view === null && ((named !== null && named !== noView) || from !== null),
    isAsSaved,
  };
};

/** The URL that shows these parameters, with or without a view. */
export const writeViewState = (
  shown: URLSearchParams,
  view: Pick<View, 'id' | 'query'> | null,
  views: readonly View[],
  scopes: Scopes,
): URLSearchParams => {
  const saved = savedOf(shown, scopes);
  const rest = restOf(shown, scopes);
  if (view) {
    const isAsSaved = isSame(saved, new URLSearchParams(view.query));
    return new URLSearchParams([[isAsSaved ? 'view' : 'from', view.id], ...(isAsSaved ? [] : saved), ...rest]);
  }
  const hidesDefault = saved.size === 0 && views.some(({ isDefault }) => isDefault);
  return new URLSearchParams([...(hidesDefault ? [['view', noView]] : []), ...saved, ...rest]);
};
