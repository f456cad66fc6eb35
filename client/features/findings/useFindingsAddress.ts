import { readParams, textsOf } from '#client/lib/address/address.ts';
import type { ValuesOf } from '#client/lib/address/address.ts';
import { findingFilters, findingsParams } from '#client/lib/address/findingsAddress.ts';
import { useAddress } from '#client/lib/address/useAddress.ts';

type FindingsValues = ValuesOf<typeof findingsParams>;

/** The state of the screen, kept in the address. */
export const useFindingsAddress = () => {
  const [values, change] = useAddress(findingsParams);
  /** Filter values as query parameters. */
  const filters = textsOf(findingFilters, values);
  const filter = (changes: Partial<Pick<FindingsValues, 'state' | keyof typeof findingFilters>>): void =>
    change({ ...changes, page: 1 });
  return {
    ...values,
    filters,
    hasFilters: Object.keys(filters).length > 0,
    setPage: (page: number): void => change({ page }, { isStep: true }),
    /** Returns to page 1. */
    filter,
    clearFilters: (): void => filter(readParams(findingFilters, '')),
    /** Null closes the detail. Opening adds a history entry; moving to another finding replaces the entry. */
    open: (id: string | null): void => change({ finding: id }, { isStep: values.finding === null && id !== null }),
  };
};

export type FindingsAddress = ReturnType<typeof useFindingsAddress>;
