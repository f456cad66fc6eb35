import { useMemo } from 'react';
import { useViewAddress } from '#client/features/views/useViewAddress.ts';
import { readParams, textsOf } from '#client/lib/address/address.ts';
import type { ValuesOf } from '#client/lib/address/address.ts';
import { leadFilters, leadOrders, leadsParams } from '#client/lib/address/leadsAddress.ts';
import { sortBy } from '#client/lib/address/sortBy.ts';
import type { LeadFilterQuery } from '#shared/contracts/leadWork.ts';
import { responseOf } from './responses/responseOf.ts';

type LeadFilters = ValuesOf<typeof leadFilters>;

const toQuery = (filters: LeadFilters): LeadFilterQuery => {
  const { question, answer, response: _several, ...texts } = textsOf(leadFilters, filters);
  const response = responseOf(filters.response);
  return {
    ...(texts as LeadFilterQuery),
    // An incomplete pair is still being selected.
    ...(question && answer ? { question, answer } : {}),
    ...(response ? { response } : {}),
  };
};

/** The state of All leads, kept in the address. Another page, layout or opened lead adds a history entry. */
export const useWorkAddress = () => {
  const { values, change, saved } = useViewAddress('leads', leadsParams);
  const query = useMemo(() => toQuery(values), [values]);
  const order = values.order ?? leadOrders[values.sort];
  const filter = (changes: Partial<LeadFilters>): void => change({ ...changes, page: 1 });
  return {
    ...values,
    order,
    saved,
    /** The filters in query form. */
    query,
    hasFilter: Object.keys(query).length > 0,
    change,
    /** Returns to page 1. */
    filter,
    clearFilters: (): void => filter(readParams(leadFilters, '')),
    setPage: (page: number): void => change({ page }, { isStep: true }),
    /** Sorts by a column, or reverses its order. */
    sortBy: (key: string): void =>
      change(sortBy(leadsParams.sort.read(key), { sort: values.sort, order }, (sort) => leadOrders[sort])),
    setLayout: (as: typeof values.as): void => change({ as, page: 1 }, { isStep: true }),
    /** Null closes the panel. */
    setLead: (lead: string | null, { isStep = false } = {}): void => change({ lead }, { isStep }),
  };
};
export type WorkAddress = ReturnType<typeof useWorkAddress>;
