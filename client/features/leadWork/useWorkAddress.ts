import { useListParams } from '#client/lib/address/useListParams.ts';
import { leadSortKeys } from '#shared/contracts/leadWork.ts';

const filterNames = ['status', 'assignee', 'list'] as const;
export type WorkFilter = (typeof filterNames)[number];

const valuesOf = (text: string | null): readonly string[] => (text ? text.split(',') : []);

/** What All leads shows, kept in the address; default values are left out. */
export const useWorkAddress = () => {
  const { page, search, param, setPage, setSearch, change } = useListParams();
  const filters: Record<WorkFilter, readonly string[]> = {
    status: valuesOf(param('status')),
    assignee: valuesOf(param('assignee')),
    list: valuesOf(param('list')),
  };
  return {
    page,
    search,
    filters,
    sort: leadSortKeys.find((key) => key === param('sort')) ?? 'arrival',
    /** The id of the opened lead. */
    lead: param('lead'),
    hasFilter: search !== '' || filterNames.some((name) => filters[name].length > 0),
    setPage,
    setSearch,
    setFilter: (name: WorkFilter, values: readonly string[]): void => change({ [name]: values.join(), page: '' }),
    clearFilters: (): void => change({ status: '', assignee: '', list: '', search: '', page: '' }),
    setSort: (sort: string): void => change({ sort: sort === 'arrival' ? '' : sort, page: '' }),
    /** Null closes the panel. */
    setLead: (id: string | null, { isStep = false } = {}): void => change({ lead: id ?? '' }, { isStep }),
  };
};
export type WorkAddress = ReturnType<typeof useWorkAddress>;
