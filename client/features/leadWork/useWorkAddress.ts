import { useMemo } from 'react';
import { useViewParams } from '#client/features/views/useViewParams.ts';
import { readPageNumber } from '#client/lib/address/useListParams.ts';
import { leadSortKeys } from '#shared/contracts/leadWork.ts';
import type { LeadFilterQuery, LeadSortKey } from '#shared/contracts/leadWork.ts';
import { leadWorkLimits, textLimits } from '#shared/limits.ts';
import { responseOf } from './responses/responseOf.ts';

/** Filters by any of several values. */
export const listFilters = ['status', 'assignee', 'list', 'duplicates', 'response'] as const;
export type ListFilter = (typeof listFilters)[number];

/** Filters by one value. */
export const valueFilters = ['form', 'campaign', 'tag', 'question', 'answer', 'since', 'until'] as const;
export type ValueFilter = (typeof valueFilters)[number];

/** Not part of a saved view. */
const momentary = ['page', 'lead', 'tab', 'activity'] as const;
const place = ['tab'] as const;

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

const readValue = (params: URLSearchParams, name: ValueFilter): string => {
  const text = params.get(name) ?? '';
  if (name === 'since' || name === 'until') return isDay(text) ? text : '';
  return text.slice(0, name === 'question' || name === 'answer' ? leadWorkLimits.question : textLimits.search);
};

const readList = (params: URLSearchParams, name: ListFilter): readonly string[] =>
  [...new Set((params.get(name) ?? '').split(','))].filter((value) => value !== '').slice(0, 100);

/** The first click on a header sorts words from A, and times and numbers from the latest and largest. */
const firstOrder = (key: LeadSortKey): 'asc' | 'desc' =>
  key === 'arrival' || key === 'activity' || key === 'value' ? 'desc' : 'asc';

const readAddress = (params: URLSearchParams) => {
  const sort = leadSortKeys.find((key) => key === params.get('sort')) ?? 'arrival';
  const order = params.get('order');
  return {
    search: (params.get('search') ?? '').slice(0, textLimits.search),
    filters: {
      status: readList(params, 'status'),
      assignee: readList(params, 'assignee'),
      list: readList(params, 'list'),
      /** `true`: only leads of a person of whom an earlier lead is known. */
      duplicates: params.get('duplicates') === 'true' ? ['true'] : [],
      response: readList(params, 'response'),
    } satisfies Record<ListFilter, readonly string[]>,
    values: Object.fromEntries(valueFilters.map((name) => [name, readValue(params, name)])) as Record<
      ValueFilter,
      string
    >,
    sort,
    order: order === 'asc' || order === 'desc' ? order : firstOrder(sort),
    isBoard: params.get('as') === 'board',
    page: readPageNumber(params.get('page')),
    /** Keys of the shown columns; null: the default ones. */
    columns: params.get('columns')?.split(',') ?? null,
    /** The id of the opened lead. */
    lead: params.get('lead'),
  };
};

type Address = ReturnType<typeof readAddress>;

const toQuery = ({ search, filters, values }: Pick<Address, 'search' | 'filters' | 'values'>): LeadFilterQuery => {
  const response = responseOf(filters.response);
  // An answer without its question, and the reverse, are still being chosen.
  const isAnswered = values.question !== '' && values.answer !== '';
  const given = {
    ...values,
    ...(isAnswered ? {} : { question: '', answer: '' }),
    search,
    status: filters.status.join(),
    assignee: filters.assignee.join(),
    list: filters.list.join(),
  };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')),
    ...(filters.duplicates.length > 0 ? { duplicates: 'true' } : {}),
    ...(response ? { response } : {}),
  };
};

/** What All leads shows, kept in the address; default values are left out. */
export const useWorkAddress = () => {
  const saved = useViewParams('leads', momentary, place);
  const { params } = saved;
  const address = useMemo(() => readAddress(params), [params]);
  const query = useMemo(() => toQuery(address), [address]);
  const change = (changes: Partial<Record<string, string>>, { isStep = false } = {}): void =>
    saved.change((next) => {
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined || value === '') next.delete(name);
        else next.set(name, value);
      }
    }, isStep);
  const cleared = Object.fromEntries(['search', 'page', ...listFilters, ...valueFilters].map((name) => [name, '']));
  return {
    ...address,
    saved,
    /** The filters as the calls take them. */
    query,
    hasFilter: Object.keys(query).length > 0,
    setPage: (page: number): void => change({ page: page === 1 ? '' : String(page) }, { isStep: true }),
    setSearch: (search: string): void => change({ search, page: '' }),
    setFilter: (name: ListFilter, values: readonly string[]): void => change({ [name]: values.join(), page: '' }),
    setValues: (values: Partial<Record<ValueFilter, string>>): void => change({ ...values, page: '' }),
    clearFilters: (): void => change(cleared),
    /** Sorts by a column, or turns its order around. */
    sortBy: (key: string): void => {
      const sort = leadSortKeys.find((known) => known === key) ?? 'arrival';
      const order = sort !== address.sort ? firstOrder(sort) : address.order === 'asc' ? 'desc' : 'asc';
      change({ sort: sort === 'arrival' ? '' : sort, order: order === firstOrder(sort) ? '' : order, page: '' });
    },
    setBoard: (isBoard: boolean): void => change({ as: isBoard ? 'board' : '', page: '' }, { isStep: true }),
    /** Null: the default columns. */
    setColumns: (keys: readonly string[] | null): void => change({ columns: keys?.join() ?? '' }),
    /** Null closes the panel. */
    setLead: (id: string | null, { isStep = false } = {}): void => change({ lead: id ?? '' }, { isStep }),
  };
};
export type WorkAddress = ReturnType<typeof useWorkAddress>;
