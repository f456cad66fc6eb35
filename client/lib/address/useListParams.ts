import { useSearchParams } from 'react-router-dom';
import { textLimits } from '#shared/limits.ts';
import { focusSearch } from '#client/lib/keys/focusSearch.ts';

type Changes = Partial<Record<string, string>>;

/** Page number of an address; 1 for an invalid one. */
export const readPageNumber = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;

/** Page, search and other list parameters, kept in the address. Back and reload restore them. */
export const useListParams = () => {
  const [params, setParams] = useSearchParams();

  /** Leaves out empty values. A new page adds a history entry; other changes replace the current one. */
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

  /** A new search starts at page 1. */
  const setSearch = (search: string): void => change({ search, page: '' });

  return {
    page: readPageNumber(params.get('page')),
    search: (params.get('search') ?? '').slice(0, textLimits.search),
    param: (name: string): string | null => params.get(name),
    setPage: (page: number): void => change({ page: page === 1 ? '' : String(page) }, { isStep: true }),
    setSearch,
    /** For a button that disappears with the search: moves the focus to the search box. */
    clearSearch: (): void => {
      setSearch('');
      focusSearch();
    },
    change,
  };
};
