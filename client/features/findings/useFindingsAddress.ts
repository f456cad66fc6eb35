import { useListParams } from '#client/lib/address/useListParams.ts';
import type { FindingsQuery } from '#shared/contracts/findings.ts';
import { findingKinds } from '#shared/findings.ts';
import { isPlatformId } from '#shared/platforms.ts';

export const filterNames = ['kind', 'platform', 'account'] as const;
export type FilterName = (typeof filterNames)[number];

const isValue: Record<FilterName, (value: string) => boolean> = {
  kind: (value) => findingKinds.some((kind) => kind === value),
  platform: isPlatformId,
  account: (value) => /^[a-z]+:[\w-]+$/.test(value),
};

/** States with a list on the screen. */
export const shownStates = ['open', 'ended'] as const satisfies readonly FindingsQuery['state'][];
export type ShownState = (typeof shownStates)[number];

/** What the screen shows, kept in the address; default values are left out. */
export const useFindingsAddress = () => {
  const { page, param, setPage, change } = useListParams();
  const readList = (name: FilterName): readonly string[] =>
    [...new Set((param(name) ?? '').split(','))].filter(isValue[name]).slice(0, 100);
  const filters = {
    kind: readList('kind'),
    platform: readList('platform'),
    account: readList('account'),
  } satisfies Record<FilterName, readonly string[]>;
  const opened = param('finding');
  return {
    page,
    state: shownStates.find((state) => state === param('state')) ?? ('open' satisfies ShownState),
    filters,
    hasFilters: filterNames.some((name) => filters[name].length > 0),
    /** The id of the opened finding. */
    opened: opened !== null && /^[\w-]{1,64}$/.test(opened) ? opened : null,
    setPage,
    setState: (state: ShownState): void => change({ state: state === 'open' ? '' : state, page: '' }),
    setFilter: (name: FilterName, values: readonly string[]): void => change({ [name]: values.join(), page: '' }),
    clearFilters: (): void => change({ kind: '', platform: '', account: '', page: '' }),
    /** Null closes it. Opening one adds a history entry, moving on to another replaces it. */
    open: (id: string | null): void => change({ finding: id ?? '' }, { isStep: opened === null && id !== null }),
  };
};

export type FindingsAddress = ReturnType<typeof useFindingsAddress>;
