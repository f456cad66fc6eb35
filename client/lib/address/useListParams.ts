import { useSearchParams } from 'react-router-dom';
import { textLimits } from '#shared/limits.ts';
import { focusSearch } from '#client/lib/keys/focusSearch.ts';

type Changes = Partial<Record<string, string>>;

/** A page number as it stands in an address; 1 for what is none. */
export const readPageNumber = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;

/** Page, search and the like of a list, kept in the address: going back and reloading restore them. */
export const useListParams = () => {
  const [params, setParams] = useSearchParams();

  /** Empty texts leave the address. A new page is a step in the history, other changes replace the present one. */
  const change = (changes: Changes, { isStep = false } = {}): void =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined || value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: !isStep },
    );

  /** A new search begins at its first page. */
  const setSearch = (search: string): void => change({ search, page: '' });

  return {
    page: readPageNumber(params.get('page')),
    search: (params.get('search') ?? '').slice(0, textLimits.search),
    param: (name: string): string | null => params.get(name),
    setPage: (page: number): void => change({ page: page === 1 ? '' : String(page) }, { isStep: true }),
    setSearch,
    /** For a button that goes away with the search: the keyboard is in the search box afterwards. */
    clearSearch: (): void => {
      setSearch('');
      focusSearch();
    },
    change,
  };
};
