import { useMemo } from 'react';
import { focusSearch } from '#client/lib/keys/focusSearch.ts';
import { useLocation, useNavigate } from 'react-router-dom';
import { readParams, writeParams } from './address.ts';
import type { Params } from './address.ts';
import { listParams } from './params.ts';

/** `isStep` adds a history entry; other changes replace the current one. `state`: the navigation state. */
export type ChangeOptions = { isStep?: boolean; state?: unknown };

export type ChangeAddress<Values> = (changes: Partial<Values>, options?: ChangeOptions) => void;

/** The query of the screen, and how to edit it. */
export const useSearch = () => {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const edit = (
    apply: (current: URLSearchParams) => URLSearchParams,
    { isStep = false, state }: ChangeOptions = {},
  ) => {
    // A late change must not reopen a screen that the person has left.
    if (window.location.pathname !== pathname) return;
    // The router updates a moment later, so read the real address. Otherwise two quick changes would lose the first.
    const next = apply(new URLSearchParams(window.location.search));
    void navigate({ search: next.toString() }, { replace: !isStep, state });
  };
  return { query, edit };
};

/** The values of a declared query, and how to change them. */
export const useAddress = <Values>(declared: Params<Values>): [Values, ChangeAddress<Values>] => {
  const { query, edit } = useSearch();
  const values = useMemo(() => readParams(declared, query), [declared, query]);
  return [values, (changes, options) => edit((current) => writeParams(declared, changes, current), options)];
};

/** Page and search, kept in the address. Back and reload restore them. A new page adds a history entry. */
export const useListParams = () => {
  const [{ page, search }, change] = useAddress(listParams);
  /** A new search starts at page 1. */
  const setSearch = (next: string): void => change({ search: next, page: 1 });
  return {
    page,
    search,
    setPage: (next: number): void => change({ page: next }, { isStep: true }),
    setSearch,
    /** For a button that disappears with the search: moves the focus to the search box. */
    clearSearch: (): void => {
      setSearch('');
      focusSearch();
    },
  };
};
