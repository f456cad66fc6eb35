import { useState } from 'react';
import type { LeadFilterQuery } from '#shared/contracts/leadWork.ts';
import { bulkLimits } from '#shared/limits.ts';

type Given = {
  /** The list's filter, without page and order. */
  filter: LeadFilterQuery;
  /** Ids of the leads on the page. */
  shown: readonly string[];
  /** Number of leads that match the filter. */
  total: number;
};

type Ticked = { ids: ReadonlySet<string>; isAll: boolean };
const nothing: Ticked = { ids: new Set(), isAll: false };

/** The selected leads: individual leads, also on several pages, or all leads of the filter. */
export const useSelection = ({ filter, shown, total }: Given) => {
  const key = JSON.stringify(filter);
  const [ticked, setTicked] = useState(nothing);
  const [tickedOf, setTickedOf] = useState(key);
  // Leads hidden by another filter must not be changed unseen.
  if (tickedOf !== key) {
    setTickedOf(key);
    setTicked(nothing);
  }
  const { ids, isAll } = tickedOf === key ? ticked : nothing;
  const selected = isAll ? new Set(shown) : ids;
  return {
    /** Includes all selected leads on the page, but not all of those on other pages. */
    selected,
    isAll,
    count: isAll ? total : ids.size,
    total,
    isPageSelected: shown.length > 0 && shown.every((id) => selected.has(id)),
    isTooLarge: isAll ? total > bulkLimits.rows : ids.size > bulkLimits.ids,
    /** Selection for request bodies. */
    body: isAll ? { filter } : { ids: [...ids] },
    change: (next: ReadonlySet<string>): void => setTicked({ ids: next, isAll: false }),
    selectAll: (): void => setTicked({ ids: new Set(), isAll: true }),
    clear: (): void => setTicked(nothing),
  };
};
export type LeadSelection = ReturnType<typeof useSelection>;
