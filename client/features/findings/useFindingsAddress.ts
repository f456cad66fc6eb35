import { readParams, textsOf } from '#client/lib/address/address.ts';
import type { ValuesOf } from '#client/lib/address/address.ts';
import { findingFilters, findingsParams } from '#client/lib/address/findingsAddress.ts';
import { useAddress } from '#client/lib/address/useAddress.ts';

type FindingsValues = ValuesOf<typeof findingsParams>;

/** What the screen shows, kept in the address. */
export const useFindingsAddress = () => {
  const [values, change] = useAddress(findingsParams);
  /** Texts of the filters, as the call takes them. */
  const filters = textsOf(findingFilters, values);
  const filter = (changes: Partial<Pick<FindingsValues, 'state' | keyof typeof findingFilters>>): void =>
    change({ ...changes, page: 1 });
  return {
    ...values,
    filters,
    hasFilters: Object.keys(filters).length > 0,
    setPage: (page: number): void => change({ page }, { isStep: true }),
    /** Starts at page 1. */
    filter,
    clearFilters: (): void => filter(readParams(findingFilters, '')),
    /** Null closes it. Opening one adds a history entry, moving on to another replaces it. */
    open: (id: string | null): void => change({ finding: id }, { isStep: values.finding === null && id !== null }),
  };
};

export type FindingsAddress = ReturnType<typeof useFindingsAddress>;
