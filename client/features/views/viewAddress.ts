import type { Param } from '#client/lib/address/address.ts';
import type { View } from '#shared/contracts/views.ts';

/*
 * How a URL names a view. `?view=ID` shows it as it is saved. `?from=ID&…` started from it, and holds what is shown now.
 * Without either, the parameters are what is shown; if there are none, the default view is. `?view=all` shows no view
 * although there is a default one.
 */

const noView = 'all';

/** The declared parameters of a screen, of which only the scope counts here. */
export type Scopes = Readonly<Record<string, Pick<Param<never>, 'scope'>>>;

export type ViewState = {
  /** What is shown, as the parameters of a URL without a view. */
  params: URLSearchParams;
  /** What it is a state of; null: of no view. */
  view: View | null;
  /** It differs from what the view has saved. */
  isChanged: boolean;
  /** The URL names a view that is not there. */
  isMissing: boolean;
  /** What is shown depends on the list of views. */
  isAsSaved: boolean;
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

const where = (params: URLSearchParams, isKept: (name: string) => boolean): URLSearchParams =>
  new URLSearchParams([...params].filter(([name]) => isKept(name)));

/** Parameters that a view saves, without those of the moment such as the page. */
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

/** The URL that shows these parameters, as a state of a view or of none. */
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
